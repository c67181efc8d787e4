import type { DataColumn } from '../../kit/table/column.ts'
import { place } from '../../kit/words/figure.tsx'
import { rankOrder } from './rank-groups.ts'

/** As many rivals as fit on a desk; the others can be chosen. */
export const rivalsShown = 4

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
    ...more,
  }
}
