import type { DataColumn } from '../../kit/table/column.ts'
import { place } from '../../kit/words/figure.tsx'
import { rankOrder } from './standing.ts'

/** As many rivals as fit on a desk; the others can be chosen. */
export const rivalsShown = 4

export function rankColumn<Row>(
  id: string,
  head: string,
  rankOf: (row: Row) => number | null,
  more: Partial<DataColumn<Row>> = {},
): DataColumn<Row> {
  return {
    id,
    head,
    figures: true,
    width: 104,
    cell: (row) => place(rankOf(row)),
    value: rankOf,
    order: (row) => rankOrder({ position: rankOf(row) }),
    ...more,
  }
}
