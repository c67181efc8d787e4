import { ranks as t } from '../../../texts/ranks.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { place } from '../../kit/words/figure.ts'
import { rankOrder } from './rank-groups.ts'

/** As many rivals as fit on a desk; the others can be chosen. */
export const rivalsShown = 4

/** A column of ranks. In a file “not found” is an empty cell and a word beside it: a spreadsheet takes 0 for the best rank. */
export function rankColumn<Row>(
  id: string,
  head: string,
  positionOf: (row: Row) => number | null,
  more: Partial<DataColumn<Row>> = {},
): DataColumn<Row> {
  return {
    id,
    head,
    figures: true,
    width: 104,
    cell: (row) => place(positionOf(row)),
    value: positionOf,
    order: (row) => rankOrder({ position: positionOf(row) }),
    filed: [
      { head, value: (row) => positionOf(row) || null },
      { head: id === 'position' ? t.found : t.foundOf(head), value: (row) => foundWord(positionOf(row)) },
    ],
    ...more,
  }
}

function foundWord(position: number | null): string | null {
  if (position === null) return null
  return position > 0 ? t.yes : t.no
}
