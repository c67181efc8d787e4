import { Link } from '@tanstack/react-router'
import { overview as t } from '../../../texts/overview.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Columns, Empty, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Change } from '../../kit/words/change.tsx'
import { place } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import {
  type Days,
  gainOf,
  pageChanged,
  periods,
  type Rank,
  rankGroups,
  rankOrder,
  ranksTremble,
} from '../ranks/exports.ts'

type MoversProps = { siteId: string; days: Days; keywords: readonly Rank[] }
const max = 5

export function Movers({ siteId, days, keywords }: MoversProps) {
  const columns = columnsOf(siteId, days)
  const span = periods[days]
  const byGain = keywords.filter((rank) => gainOf(rank)).sort((one, other) => (gainOf(other) ?? 0) - (gainOf(one) ?? 0))
  const list = (title: string, rows: Rank[], empty: string, line?: string) => (
    <Panel title={title} line={line}>
      <Table caption={title} columns={columns} rows={rows.slice(0, max)} empty={empty} />
    </Panel>
  )
  return (
    <Columns>
      {list(t.downIn(span), byGain.filter(rankGroups.down.has).toReversed(), t.nothingFell, ranksTremble)}
      {list(t.upIn(span), byGain.filter(rankGroups.up.has), t.nothingRose, ranksTremble)}
      {list(
        t.newInTheTop10,
        keywords.filter((rank) => isIn(rank) && wasOut(rank)),
        t.noNewEntries,
      )}
      {list(
        t.outOfTheTop10,
        keywords.filter((rank) => wasIn(rank) && !isIn(rank)),
        t.noExits,
      )}
    </Columns>
  )
}

export function FirstKeywords({ siteId, days, keywords }: MoversProps) {
  const placeOf = (rank: Rank) => rankOrder(rank) ?? Number.POSITIVE_INFINITY
  const first = [...keywords].sort((one, other) => placeOf(one) - placeOf(other) || 0).slice(0, 10)
  const all = (
    <ButtonLink look="primary" to={pages.keywords} params={{ siteId }} search={{ days }}>
      {t.allKeywords}
    </ButtonLink>
  )
  return (
    <Panel title={t.keywords} line={t.yourTenBest} actions={all}>
      <Table
        caption={t.keywords}
        columns={columnsOf(siteId, days)}
        rows={first}
        empty={
          <Empty text={t.noKeywordsAreTrackedYet}>
            <ButtonLink to={pages.keywords} params={{ siteId }} hash={asked.addKeywords} hashScrollIntoView={false}>
              {t.addTheFirst}
            </ButtonLink>
          </Empty>
        }
      />
    </Panel>
  )
}

const isTop10 = (position: number | null) => position !== null && position > 0 && position <= 10
const isIn = ({ position }: Rank) => isTop10(position)
const wasIn = ({ position, previousPosition }: Rank) => position !== null && isTop10(previousPosition)
const wasOut = ({ previousPosition }: Rank) => previousPosition !== null && !isTop10(previousPosition)

function columnsOf(siteId: string, days: Days): Column<Rank>[] {
  return [
    {
      head: t.keyword,
      cell: (rank) => (
        <>
          <Link to={pages.keywords} params={{ siteId }} search={{ days, open: rank.id }}>
            {rank.keyword}
          </Link>{' '}
          {pageChanged(rank) && <Badge tone="warn">{t.pageChanged}</Badge>}
        </>
      ),
    },
    { head: t.before, cell: ({ previousPosition }) => place(previousPosition), figures: true, width: 64, priority: 2 },
    { head: t.now, cell: ({ position }) => <b>{place(position)}</b>, figures: true, width: 64 },
    {
      head: t.change,
      cell: (rank) => <Change {...rank} />,
      figures: true,
      width: 64,
    },
  ]
}
