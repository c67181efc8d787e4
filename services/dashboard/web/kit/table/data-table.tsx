import { type ReactNode, useMemo, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { useKeys } from '../keys/keys.tsx'
import {
  type DataColumn,
  groupColumnOf,
  grouped,
  idOf,
  type Keyed,
  placed,
  type RowId,
  type Sort,
  sorted,
} from './column.ts'
import { useFile } from './csv.ts'
import css from './data-table.module.css'
import type { DataTableProps, RowsProps } from './props.ts'
import { Rows } from './rows.tsx'
import { SelectionBar, Toolbar } from './toolbar.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'
import { useSelection, useView } from './use-view.ts'

/** A table of any length: filtered, sorted, with chosen columns, selected rows, and a file of what is shown. */
export function DataTable<Row extends Keyed>(props: DataTableProps<Row>): ReactNode
export function DataTable<Row>(props: DataTableProps<Row> & RowId<Row>): ReactNode
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { noun, columns, rows, rowId = idOf, defaultSort, actions, part, empty } = props
  const rowName = useMemo(
    () => props.rowName ?? ((row: Row) => String(columns[0]?.value(row) ?? '')),
    [props.rowName, columns],
  )
  const view = useView(defaultSort)
  const file = useFile(noun.other)
  const { shown: chosen, kept, choose } = useChosenColumns(noun.other, columns)
  const canSelect = actions !== undefined
  const { shown, min } = useMemo(() => placed(chosen, kept, canSelect), [chosen, kept, canSelect])
  const ordered = useOrderedRows({ ...props, rowName }, shown, view)
  const selection = useSelection(ordered, rowId)
  const [isSelecting, setSelecting] = useState(false)
  const { selected, clear } = selection
  const isSelected = selected.length > 0
  const stepBack = isSelected ? clear : () => view.type('')
  useKeys([{ keys: 'Escape', does: t.clearTheSelection, run: stepBack }])
  return (
    <div className={css.box} data-table>
      <Toolbar
        {...props}
        shown={shown}
        text={view.text}
        found={ordered.length}
        select={actions && { isOn: isSelecting, turn: () => setSelecting(!isSelecting) }}
        onType={view.type}
        onChoose={choose}
        onFile={() => file(shown, isSelected ? selected : ordered)}
      />
      {actions && isSelected && (
        <SelectionBar count={selected.length} onClear={clear}>
          {actions(selected, clear)}
        </SelectionBar>
      )}
      {ordered.length === 0 ? (
        <div className={css.empty}>
          {rows.length === 0 && view.text.trim() === '' ? empty : t.noneMatch(noun.other)}
        </div>
      ) : (
        <Rows
          {...props}
          rowId={rowId}
          rowName={rowName}
          shown={shown}
          min={min}
          selection={selection}
          isSelecting={isSelecting}
          canSelect={canSelect}
          rows={ordered}
          sort={view.sort}
          onSort={view.sortBy}
        />
      )}
      {part?.more}
    </div>
  )
}

/** The rows that match the filter, sorted and grouped. Rows of a part keep the server's order. */
function useOrderedRows<Row>(
  { columns, rows, rowName, part }: DataTableProps<Row> & Pick<RowsProps<Row>, 'rowName'>,
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
