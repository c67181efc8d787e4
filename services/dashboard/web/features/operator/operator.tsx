import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { useAccount, useRights, useSiteId } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { readFacts } from '../../api/document.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Columns, Loaded, Muted, Panel, Row } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'
import { assistantExample, CreateKey } from '../keys/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { AdviceCard } from './advice-card.tsx'
import { type Card, type Decision, decisionWords, type Rule, ruleNames, useDecide } from './decisions.ts'
import { Rules } from './rules.tsx'

export function Operator() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title={t.operator}>
      <Inbox siteId={siteId} />
      <Rules siteId={siteId} />
      <Connect />
    </SiteFrame>
  )
}

function Connect() {
  const { accountId } = useAccount()
  const { manages } = useRights()
  const { agentsUrl } = readFacts()
  const [creating, setCreating] = useState(false)
  return (
    <Panel title={t.connectYourAssistant} line={t.itSeesYourSites}>
      <Row>
        {manages && <Button onClick={() => setCreating(true)}>{t.createAKey}</Button>}
        <ButtonLink look={manages ? 'quiet' : 'plain'} to={pages.assistants}>
          {manages ? t.allAssistants : t.connectIt}
        </ButtonLink>
      </Row>
      <CreateKey
        accountId={accountId}
        example={assistantExample(agentsUrl)}
        kind="lasting"
        open={creating}
        onClose={() => setCreating(false)}
      />
    </Panel>
  )
}

function Inbox({ siteId }: { siteId: string }) {
  const params = { id: siteId }
  const { data: known } = useQuery(read('adviceRules.get', { params }))
  const { busy, last, failure, decide } = useDecide(siteId)
  return (
    <>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {last && <Decided last={last} onUndo={() => void decide({ decision: 'undo', about: last.id })} />}
      <Loaded query={read('advice.list', { params })}>
        {({ cards, total, missing }) => (
          <>
            <Missing rules={missing} />
            {total > 0 && <Muted>{t.recommendations(total)}</Muted>}
            <Columns>
              {cards.map((card) => (
                <AdviceCard
                  key={card.id}
                  siteId={siteId}
                  card={card}
                  decide={decide}
                  statement={statementOf(card, known?.rules)}
                  busy={busy.includes(card.id)}
                />
              ))}
            </Columns>
            {total > cards.length && <Muted>{t.andMoreFromTheSame(total - cards.length)}</Muted>}
            {total === 0 && missing.length === 0 && <Notice tone="good">{t.noRecommendations}</Notice>}
          </>
        )}
      </Loaded>
    </>
  )
}

function Decided({ last, onUndo }: { last: Decision; onUndo(): void }) {
  const isOver = last.status === 'undone'
  return (
    <Notice tone="good">
      <Row>
        <span>
          {isOver ? t.undone : decisionWords(last)}: {said(last.title)}
        </span>
        {!isOver && <Button onClick={onUndo}>{t.undo}</Button>}
      </Row>
    </Notice>
  )
}

function Missing({ rules }: { rules: readonly Rule['rule'][] }) {
  if (rules.length === 0) return null
  return <Notice tone="warn">{t.dataOfTheseRules(rules.map((rule) => ruleNames[rule]).join(', '))}</Notice>
}

function statementOf({ rule }: Card, rules: readonly Rule[] = []): Rule['statement'] | undefined {
  return rules.find((each) => each.rule === rule)?.statement
}
