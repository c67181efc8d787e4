import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { read } from '../../api/call.ts'
import { Columns, Panel, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { MainButton } from './advice-card.tsx'
import { ruleNames, useDecide } from './decisions.ts'

/** Facts change a few times a day, and finding them reads weeks of positions. */
const staleTime = 10 * 60_000
const max = 3

/** The first recommendations, each with what to do about it. */
export function NextSteps({ siteId }: { siteId: string }) {
  const { data } = useQuery({ ...read('advice.list', { params: { id: siteId } }), staleTime })
  const { busy, decide } = useDecide(siteId)
  if (!data || data.total === 0) return null
  return (
    <Panel
      title={t.doNext}
      actions={
        <Link to={pages.operator} params={{ siteId }}>
          {t.recommendations(data.total)}
        </Link>
      }
    >
      <Columns>
        {data.cards.slice(0, max).map((card) => (
          <Panel key={card.id} title={said(card.title)} line={ruleNames[card.rule]}>
            <Row>
              <MainButton siteId={siteId} card={card} busy={busy.includes(card.id)} decide={decide} />
            </Row>
          </Panel>
        ))}
      </Columns>
    </Panel>
  )
}
