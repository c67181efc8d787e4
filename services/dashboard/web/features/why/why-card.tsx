import { why as t } from '../../../texts/why.ts'
import { Move, Moves } from '../../kit/layout/briefing.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { type Days, gainOf, periods, type Rank } from '../ranks/exports.ts'
import { useFalls } from './falls.ts'
import { newPageOf, whyOf } from './why.ts'

/** Why a keyword fell, on top of its page; nothing where it did not. */
export function WhyCard({ siteId, rank, days }: { siteId: string; rank: Rank; days: Days }) {
  return (gainOf(rank) ?? 0) < 0 ? <Fallen siteId={siteId} rank={rank} days={days} /> : null
}

function Fallen({ siteId, rank, days }: { siteId: string; rank: Rank; days: Days }) {
  const { data } = useFalls(siteId, days, rank.keyword)
  const fall = data?.rows.find(({ keywordId }) => keywordId === rank.id)
  return (
    <Panel title={t.why}>
      <Moves>
        <Move before={rank.previousPosition} now={rank.position} tone="bad" why={fall ? whyOf(fall) : newPageOf(rank)}>
          {t.fellIn(periods[days])}
        </Move>
      </Moves>
    </Panel>
  )
}
