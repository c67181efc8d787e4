import { useMemo } from 'react'
import { type DataColumn, groupColumnOf, grouped, type Sort, sorted } from './column.ts'
import type { DataTableProps } from './props.ts'

/** The rows that the filter leaves, sorted and grouped. Those of a part come as whoever has the list ordered them. */
export function useOrderedRows<Row>(
  { columns, rows, rowName, part }: DataTableProps<Row>,
  shown: readonly DataColumn<Row>[],
  { text, sort }: { text: string; sort: Sort },
): readonly Row[] {
  const wanted = text.trim().toLowerCase()
  const isWhole = part === undefined
  const hits = useMemo(
    () => (isWhole && wanted !== '' ? rows.filter((row) => rowName(row).toLowerCase().includes(wanted)) : rows),
    [rows, rowName, wanted, isWhole],
  )
  const groupColumn = groupColumnOf(shown)
  const { id, isDown } = sort
  return useMemo(
    () => (isWhole ? grouped(sorted(hits, columns, { id, isDown }), groupColumn) : hits),
    [hits, columns, groupColumn, id, isDown, isWhole],
  )
}
