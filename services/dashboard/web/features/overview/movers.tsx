import { Link } from '@tanstack/react-router'
import { Badge } from '../../kit/badge.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Change } from '../../kit/words/change.tsx'
import { place } from '../../kit/words/figure.tsx'
import { pages } from '../../routes.ts'
import { type Days, gainOf, pageChanged, periods, type Rank, rankOrder, standings } from '../ranks/exports.ts'

type MoversProps = { siteId: string; days: Days; keywords: readonly Rank[] }
const most = 5

/** The keywords that moved most since the period began, and what changed with them. */
export function Movers({ siteId, days, keywords }: MoversProps) {
  const columns = columnsOf(siteId, days)
  const span = periods[days]
  const byGain = keywords.filter((rank) => gainOf(rank)).sort((one, other) => (gainOf(other) ?? 0) - (gainOf(one) ?? 0))
  const list = (title: string, rows: Rank[], empty: string) => (
    <Panel title={title}>
      <Table caption={title} columns={columns} rows={rows.slice(0, most)} rowId={({ id }) => id} empty={empty} />
    </Panel>
  )
  return (
    <Columns>
      {list(`What fell in ${span}`, byGain.filter(standings.down.has).toReversed(), 'Nothing fell.')}
      {list(`What rose in ${span}`, byGain.filter(standings.up.has), 'Nothing rose.')}
      {list(
        'New in the top 10',
        keywords.filter((rank) => isIn(rank) && wasOut(rank)),
        'None came into it.',
      )}
      {list(
        'Out of the top 10',
        keywords.filter((rank) => wasIn(rank) && !isIn(rank)),
        'None fell out of it.',
      )}
    </Columns>
  )
}

/** The best of the keywords, and the way to all of them. */
export function FirstKeywords({ siteId, days, keywords }: MoversProps) {
  const placeOf = (rank: Rank) => rankOrder(rank) ?? Number.POSITIVE_INFINITY
  const first = [...keywords].sort((one, other) => placeOf(one) - placeOf(other) || 0).slice(0, 10)
  const all = (
    <ButtonLink look="primary" to={pages.keywords} params={{ siteId }} search={{ days }}>
      All keywords
    </ButtonLink>
  )
  return (
    <Panel title="Keywords" line="The ten best." actions={all}>
      <Table
        caption="Keywords"
        columns={columnsOf(siteId, days)}
        rows={first}
        rowId={({ id }) => id}
        empty="No keyword is tracked yet."
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
      head: 'Keyword',
      cell: (rank) => (
        <>
          <Link to={pages.keywords} params={{ siteId }} search={{ days, open: rank.id }}>
            {rank.keyword}
          </Link>{' '}
          {pageChanged(rank) && <Badge tone="warn">another page</Badge>}
        </>
      ),
    },
    { head: 'Before', cell: ({ previousPosition }) => place(previousPosition), figures: true, width: 64, priority: 2 },
    { head: 'Now', cell: ({ position }) => <b>{place(position)}</b>, figures: true, width: 64 },
    {
      head: 'Change',
      cell: ({ change, position, previousPosition }) => (
        <Change change={change} position={position} previousPosition={previousPosition} />
      ),
      figures: true,
      width: 64,
    },
  ]
}
