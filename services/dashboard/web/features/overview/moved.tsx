import { Link } from '@tanstack/react-router'
import { overview as t } from '../../../texts/overview.ts'
import { Move, Moves } from '../../kit/layout/briefing.tsx'
import { Columns, Foot, Muted, Panel } from '../../kit/layout/page.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { type Days, gainOf, type Rank, type RankGroup, rankGroups, ranksTremble } from '../ranks/exports.ts'
import { newPageOf, useFalls, whyOf } from '../why/exports.ts'

type MovedProps = { siteId: string; days: Days; keywords: readonly Rank[] }
const max = 5

/** The furthest falls, with their reasons on the results pages, and the furthest rises. */
export function Moved({ siteId, days, keywords }: MovedProps) {
  const { data } = useFalls(siteId, days)
  const whys = new Map(data?.rows.map((fall) => [fall.keywordId, whyOf(fall)]))
  const byGain = keywords.toSorted((one, other) => (gainOf(other) ?? 0) - (gainOf(one) ?? 0))
  const list = (title: string, only: RankGroup, rows: readonly Rank[], none: string) => (
    <Panel
      title={`${title} ${figure(rows.length)}`}
      actions={
        rows.length > max && (
          <Link to={pages.keywords} params={{ siteId }} search={{ days, only }}>
            {t.all(rows.length)}
          </Link>
        )
      }
    >
      {rows.length === 0 && <Muted>{none}</Muted>}
      <Moves>
        {rows.slice(0, max).map((rank) => (
          <Move
            key={rank.id}
            before={rank.previousPosition}
            now={rank.position}
            tone={only === 'up' ? 'good' : 'bad'}
            why={whys.get(rank.id) ?? newPageOf(rank)}
          >
            <Link to={pages.keywords} params={{ siteId }} search={{ days, open: rank.id }}>
              {rank.keyword}
            </Link>
          </Move>
        ))}
      </Moves>
    </Panel>
  )
  return (
    <>
      <Columns>
        {list(t.fell, 'down', byGain.filter(rankGroups.down.has).toReversed(), t.nothingFell)}
        {list(t.rose, 'up', byGain.filter(rankGroups.up.has), t.nothingRose)}
      </Columns>
      <Foot>{ranksTremble}</Foot>
    </>
  )
}
