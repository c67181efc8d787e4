import { useMemo, useState } from 'react'
import { csvOf } from '../csv.ts'
import { download } from '../download.ts'
import { useKeys } from '../keys/keys.ts'
import { grouped, sorted } from './column.ts'
import css from './data-table.module.css'
import type { DataTableProps } from './props.ts'
import { Rows } from './rows.tsx'
import { SelectionBar, Toolbar } from './toolbar.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'
import { useSelection } from './use-selection.ts'
import { useView } from './use-view.ts'

/** A table of any length: filtered, sorted, with chosen columns, selected rows, and a file of what is shown. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, rowId, rowName, defaultSort, filters, actions, part, empty } = props
  const view = useView(defaultSort)
  const { shown, choose } = useChosenColumns(name, columns)
  const wanted = view.text.trim().toLowerCase()
  const hits = useMemo(
    () => rows.filter((row) => part || wanted === '' || rowName(row).toLowerCase().includes(wanted)),
    [rows, rowName, wanted, part],
  )
  const groupColumn = shown.find(({ groups }) => groups)
  const { id, isDown } = view.sort
  const ordered = useMemo(
    () => (part ? hits : grouped(sorted(hits, columns, { id, isDown }), groupColumn)),
    [hits, columns, groupColumn, id, isDown, part],
  )
  const selection = useSelection(useMemo(() => ordered.map(rowId), [ordered, rowId]))
  const [isSelecting, setSelecting] = useState(false)
  const isSelected = selection.selected.length > 0
  useKeys([
    {
      keys: 'Escape',
      does: 'Clear the selection, then the filter',
      run: isSelected ? selection.clear : () => view.type(''),
    },
  ])
  const selectedRows = () => ordered.filter((row) => selection.has(rowId(row)))
  return (
    <div className={css.box}>
      <Toolbar
        {...{
          name,
          columns,
          shown,
          filters,
          text: view.text,
          total: part?.total ?? rows.length,
          count: part?.total ?? ordered.length,
          fileOf: part && ordered.length < part.total ? ordered.length : undefined,
        }}
        select={actions && { isOn: isSelecting, turn: () => setSelecting(!isSelecting) }}
        onType={view.type}
        onChoose={choose}
        onFile={() => download(`${name}.csv`, csvOf(shown, isSelected ? selectedRows() : ordered), 'text/csv')}
      />
      {actions && isSelected && (
        <SelectionBar count={selection.selected.length} onClear={selection.clear}>
          {actions(selectedRows(), selection.clear)}
        </SelectionBar>
      )}
      {ordered.length === 0 ? (
        <div className={css.empty}>{rows.length === 0 && wanted === '' ? empty : `No ${name} match the filter.`}</div>
      ) : (
        <Rows
          {...props}
          {...{ shown, selection, groupColumn, isSelecting }}
          rows={ordered}
          sort={view.sort}
          onSort={view.sortBy}
          canSelect={actions !== undefined}
        />
      )}
      {part?.more}
    </div>
  )
}
