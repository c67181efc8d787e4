import { useQuery } from '@tanstack/react-query'
import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Columns, Muted, Row } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { AdviceCard } from './advice-card.tsx'
import { useDecide } from './use-decide.ts'
import { type Card, type Decision, decisionWords, type Rule, ruleNames } from './words.ts'

export function Inbox({ siteId }: { siteId: string }) {
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
