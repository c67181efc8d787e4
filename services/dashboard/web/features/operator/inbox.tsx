import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Columns, Muted, Row } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { counted } from '../../kit/words/counted.ts'
import { AdviceCard } from './advice-card.tsx'
import { useDecide } from './use-decide.ts'
import { type Card, type Decision, decisionWords, type Rule, ruleNames } from './words.ts'

/** The cards of a site that are open. */
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
            {total > 0 && <Muted>{counted(total, 'recommendations')}</Muted>}
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
            {total > cards.length && (
              <Muted>And {total - cards.length} more of the same rules: they follow when these are decided.</Muted>
            )}
            {total === 0 && missing.length === 0 && (
              <Notice tone="good">No recommendations. New facts are looked at whenever this page opens.</Notice>
            )}
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
          {isOver ? 'Undone' : decisionWords(last)}: {last.title}
        </span>
        {!isOver && <Button onClick={onUndo}>Undo</Button>}
      </Row>
    </Notice>
  )
}

/** The other rules' cards are shown all the same. */
function Missing({ rules }: { rules: readonly Rule['rule'][] }) {
  if (rules.length === 0) return null
  return (
    <Notice tone="warn">
      What these rules read cannot be reached at the moment: {rules.map((rule) => ruleNames[rule]).join(', ')}. Their
      cards are missing; reload in a minute.
    </Notice>
  )
}

function statementOf({ rule }: Card, rules: readonly Rule[] = []): string {
  return rules.find((each) => each.rule === rule)?.statement ?? ''
}
