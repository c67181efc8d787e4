import type { OutputOf } from '../../api/call.ts'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { place } from '../../ui/figure.tsx'
import { Ago } from '../../ui/time.tsx'
import { rankOrder } from './standing.ts'

export type Compared = OutputOf<'rankComparison.list'>['rows'][number]
type Competitor = OutputOf<'competitors.list'>['competitors'][number]

/** The site's position and those of its competitors, keyword by keyword. */
export function comparedColumns(competitors: readonly Competitor[]): DataColumn<Compared>[] {
  return [
    {
      id: 'keyword',
      head: 'Keyword',
      cell: ({ keyword }) => <span title={keyword}>{keyword}</span>,
      value: ({ keyword }) => keyword,
    },
    rankColumn('you', 'You', ({ position }) => position),
    ...competitors.map(({ id, domain }, i) =>
      rankColumn(id, domain, ({ competitors: all }) => all.find((rival) => rival.id === id)?.position ?? null, i > 0),
    ),
    {
      id: 'checked',
      head: 'Checked',
      cell: ({ checkedAt }) => (checkedAt ? <Ago at={checkedAt} /> : 'not yet'),
      value: ({ checkedAt }) => checkedAt,
      downFirst: true,
      width: 112,
      wide: true,
    },
  ]
}

function rankColumn(
  id: string,
  head: string,
  rankOf: (row: Compared) => number | null,
  wide = false,
): DataColumn<Compared> {
  return {
    ...{ id, head, wide, figures: true, width: 128 },
    cell: (row) => (isBest(row, rankOf(row)) ? <b>{rankOf(row)}</b> : place(rankOf(row))),
    value: rankOf,
    order: (row) => rankOrder({ position: rankOf(row) }),
  }
}

/** Whether nobody of the row is before this position. */
function isBest({ position, competitors }: Compared, rank: number | null): boolean {
  const found = [position, ...competitors.map((rival) => rival.position)].map(Number).filter((each) => each > 0)
  return rank !== null && rank > 0 && rank === Math.min(...found)
}
