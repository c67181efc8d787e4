import { useState } from 'react'
import { ideas as t } from '../../../texts/ideas.ts'
import { evidenceOf } from '../../../texts/said.ts'
import { Writes } from '../../api/account.tsx'
import { call, type OutputOf, readAgain } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Address } from '../../kit/words/address.tsx'
import { readable } from '../../kit/words/address-text.ts'
import { figure, place } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { Months, monthName, monthsFrom } from '../writing/exports.ts'
import type { IdeaRow } from './idea-rows.ts'

type Planned = OutputOf<'ideaPlans.create'>

export function IdeaSheet({ siteId, row: { first: idea, ideas } }: { siteId: string; row: IdeaRow }) {
  const [planned, setPlanned] = useState<Planned>()
  const months = monthsFrom(new Date())
  return (
    <>
      <ul>
        {[...new Set(ideas.flatMap(evidenceOf))].map((sentence) => (
          <li key={sentence}>{readable(sentence)}</li>
        ))}
      </ul>
      <Facts>
        {[
          [ideas.length === 1 ? t.keyword : t.keywords, ideas.map(({ keyword }) => keyword).join(', ')],
          [t.volume, figure(idea.volume)],
          [t.difficulty, figure(idea.difficulty)],
          [t.yourPosition, place(idea.position)],
          [t.yourPage, idea.existingUrl === null ? t.noneYet : <Address key="page" url={idea.existingUrl} />],
        ]}
      </Facts>
      {planned ? (
        <PlannedNotice siteId={siteId} planned={planned} />
      ) : (
        <Writes>
          <Form
            action={t.addToPlan}
            onSend={async ({ publishOn = '' }) => {
              const body = { ideaId: idea.id, publishOn }
              setPlanned(await call('ideaPlans.create', { params: { id: siteId }, body }))
              await readAgain('plans.list')
            }}
          >
            <Months chosen={months[0] ?? ''} months={months} />
          </Form>
        </Writes>
      )}
    </>
  )
}

function PlannedNotice({ siteId, planned: { plan, created } }: { siteId: string; planned: Planned }) {
  return (
    <Notice tone="good">
      <p>
        {created ? t.plannedFor : t.alreadyPlannedFor} {monthName(plan.publishOn)}.
      </p>
      <ButtonLink to={pages.plans} params={{ siteId }} search={{ open: plan.id }}>
        {t.seePlan}
      </ButtonLink>
    </Notice>
  )
}
