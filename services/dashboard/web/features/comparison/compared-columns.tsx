import { comparison as t } from '../../../texts/comparison.ts'
import type { OutputOf } from '../../api/call.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { checkedColumn, textColumn } from '../../kit/table/columns.tsx'
import { place } from '../../kit/words/figure.tsx'
import { rankColumn, rivalsShown } from '../ranks/exports.ts'

export type Compared = OutputOf<'rankComparison.list'>['rows'][number]
type Competitor = OutputOf<'competitors.list'>['competitors'][number]

export function comparedColumns(competitors: readonly Competitor[]): DataColumn<Compared>[] {
  return [
    textColumn('keyword', t.keyword, ({ keyword }) => keyword),
    comparedRank('you', t.you, ({ position }) => position, { width: 96 }),
    ...competitors.map(({ id, domain }, i) =>
      comparedRank(id, domain, ({ competitors: all }) => all.find((rival) => rival.id === id)?.position ?? null, {
        priority: i > 0 ? 2 : 1,
        extra: i >= rivalsShown,
      }),
    ),
    checkedColumn,
  ]
}

function comparedRank(
  id: string,
  head: string,
  rankOf: (row: Compared) => number | null,
  more: Partial<DataColumn<Compared>> = {},
): DataColumn<Compared> {
  const cell = (row: Compared) => (isBest(row, rankOf(row)) ? <b>{rankOf(row)}</b> : place(rankOf(row)))
  return rankColumn(id, head, rankOf, { cell, width: 116, ...more })
}

/** Whether no position of the row is better. */
function isBest({ position, competitors }: Compared, rank: number | null): boolean {
  const found = [position, ...competitors.map((rival) => rival.position)].map(Number).filter((each) => each > 0)
  return rank !== null && rank > 0 && rank === Math.min(...found)
}
