import type { ReactNode } from 'react'
import type { Noun } from '../../../texts/plural.ts'
import type { DataColumn, PlacedColumn, Sort } from './column.ts'
import type { Selection } from './use-view.ts'

export type DataTableProps<Row> = {
  /** The noun of the rows: `keyword`, `keywords`. */
  noun: Noun
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  /** `id` by default. */
  rowId?(row: Row): string
  /** The name of a row, which the filter searches; by default the value of the first column. */
  rowName?(row: Row): string
  /** As it is in the address: `position`, or `-position` for the greatest first. */
  defaultSort: string
  filters?: ReactNode
  onOpen?(row: Row): void
  /** Actions on selected rows; without it rows cannot be selected. */
  actions?(rows: readonly Row[], clear: () => void): ReactNode
  /** The rows near the screen, in blocks, whenever they are others. */
  onNear?(rows: readonly Row[]): void
  /** The rows are part of a longer list that the server filters and sorts: its length, and how to load more. */
  part?: { total: number; more: ReactNode }
  /** In the place of rows when there are none. */
  empty: ReactNode
}

export type RowsProps<Row> = Pick<DataTableProps<Row>, 'noun' | 'rows' | 'onOpen' | 'onNear'> & {
  rowId(row: Row): string
  rowName(row: Row): string
  shown: readonly PlacedColumn<Row>[]
  /** The width of the columns that always stay: the table scrolls in its own box where there is less. */
  min: number
  selection: Selection<Row>
  canSelect: boolean
  /** Rows are selected by a touch: on a phone there is no room for boxes all the time. */
  isSelecting: boolean
  sort: Sort
  onSort(next: Sort): void
}
