import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { writing as t } from '../../../texts/writing.ts'
import { Writes } from '../../api/account.tsx'
import { call, change, type InputOf, type OutputOf, readAgain } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Form, Saved } from '../../kit/form/form.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { Outline } from '../../kit/layout/planning.tsx'
import { pages } from '../../routes.ts'
import { HowMade, isUnderWay } from './making.tsx'
import { Months, monthsFrom } from './months.tsx'

export type Plan = OutputOf<'plans.list'>['plans'][number]
export function PlanSheet({ siteId, plan, onGone }: { siteId: string; plan: Plan; onGone(): void }) {
  const { id: planId, title, context, articleId, q, country, language, publishOn } = plan
  const writeAgain = () => change('plans.create', { params: { id: siteId }, body: { q, publishOn } }, 'plans.list')
  return (
    <>
      <HowMade made={plan} onAgain={writeAgain} />
      {title !== null && <h3>{title}</h3>}
      {context !== null && <p>{context}</p>}
      <Outline sections={plan.outline} />
      <Words name={t.keywords} words={plan.keywords} />
      <Words name={t.questions} words={plan.questions} />
      <Writes>
        <Move siteId={siteId} plan={plan} />
      </Writes>
      <Row>
        {articleId === null ? (
          <Writes>
            {!isUnderWay(plan) && <WriteArticle siteId={siteId} topic={{ keyword: q, country, language }} />}
          </Writes>
        ) : (
          <Link to={pages.article} params={{ siteId, articleId }}>
            {t.openArticle}
          </Link>
        )}
        <Writes>
          <Delete siteId={siteId} planId={planId} onGone={onGone} />
        </Writes>
      </Row>
    </>
  )
}

function Words({ name, words }: { name: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <Panel title={name}>
      <p>{words.join(' · ')}</p>
    </Panel>
  )
}

function Move({ siteId, plan }: { siteId: string; plan: Plan }) {
  const [saved, setSaved] = useState(0)
  const { id: planId, publishOn, version } = plan
  const months = [...new Set([publishOn, ...monthsFrom(new Date())])].sort()
  return (
    <Form
      action={t.move}
      look="plain"
      onSend={async (values) => {
        const body = { version, publishOn: values.publishOn ?? publishOn }
        await change('plans.update', { params: { id: siteId, planId }, body }, 'plans.list')
        setSaved(saved + 1)
      }}
      beside={<Saved count={saved} />}
    >
      <Months key={publishOn} chosen={publishOn} months={months} />
    </Form>
  )
}

function Delete({ siteId, planId, onGone }: { siteId: string; planId: string; onGone(): void }) {
  return (
    <ConfirmButton
      title={t.deleteThisPlan}
      action={t.deletePlan}
      onConfirm={async () => {
        await call('plans.delete', { params: { id: siteId, planId } })
        onGone()
        await readAgain('plans.list')
      }}
    >
      <p>{t.articleOnItsTopic}</p>
    </ConfirmButton>
  )
}

type Topic = InputOf<'articles.create'>['body']

function WriteArticle({ siteId, topic }: { siteId: string; topic: Topic }) {
  const navigate = useNavigate()
  const write = async () => {
    const { article } = await call('articles.create', { params: { id: siteId }, body: topic })
    void readAgain('plans.list')
    await navigate({ to: pages.article, params: { siteId, articleId: article.id } })
  }
  return (
    <ActionButton look="primary" action={write}>
      {t.writeArticle}
    </ActionButton>
  )
}
