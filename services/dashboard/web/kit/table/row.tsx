import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import type { PlacedColumn } from './column.ts'
import css from './data-table.module.css'
import type { RowsProps } from './props.ts'

type RowProps<Row> = Pick<
  RowsProps<Row>,
  'rowId' | 'rowName' | 'onOpen' | 'shown' | 'selection' | 'canSelect' | 'isSelecting'
> & {
  row: Row
  index: number
  /** Whether it is in one group with the row before it. */
  joins: boolean
  isReachable: boolean
  onActive(): void
  /** Goes so many rows up or down; false where the key does not. */
  onMove(key: string): boolean
}

/** A row: it is opened with a click or with Enter, and selected with its box or, where rows are being selected, anywhere. */
export function DataRow<Row>(props: RowProps<Row>) {
  const { row, index, joins, isReachable, rowId, rowName, onOpen, shown, selection, canSelect, isSelecting } = props
  const id = rowId(row)
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.(row)
    else if (!props.onMove(event.key)) return
    event.preventDefault()
  }
  const select = (event: MouseEvent) => {
    if (!isSelecting || isIn(event.target, 'input')) return
    // Links and buttons of the row wait until no row is being selected.
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(id)
  }
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={isReachable ? 0 : -1}
      data-selected={selection.has(id) || undefined}
      data-joins={joins}
      onFocus={props.onActive}
      onKeyDown={press}
      onClickCapture={select}
      onClick={({ target }) => !isIn(target, 'a, button, input, label') && onOpen?.(row)}
    >
      {canSelect && <SelectBox name={rowName(row)} isOn={selection.has(id)} onTurn={() => selection.toggle(id)} />}
      <Cells row={row} columns={shown} />
    </tr>
  )
}

function SelectBox({ name, isOn, onTurn }: { name: string; isOn: boolean; onTurn(): void }) {
  return (
    <td className={css.select}>
      <input type="checkbox" aria-label={t.select(name)} checked={isOn} onChange={onTurn} />
    </td>
  )
}

/** Elements with a click of their own. */
function isIn(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

type CellsProps<Row> = { row: Row; columns: readonly PlacedColumn<Row>[] }

function PlainCells<Row>({ row, columns }: CellsProps<Row>) {
  return columns.map(({ id, cell, figures, room, groups }, at) => (
    <td key={id} data-name={at === 0} data-figures={figures} data-room={room} data-groups={groups}>
      {cell(row)}
    </td>
  ))
}
// safe because memo keeps the properties of the part
const Cells = memo(PlainCells) as <Row>(props: CellsProps<Row>) => ReactNode

/** The name of a row, and a button that changes it, if it can be. A touch opens the row instead, where the same button is. */
export function RowName(props: { action: string; onAction: (() => void) | undefined; children: ReactNode }) {
  const { action, onAction, children } = props
  return (
    <span className={css.name}>
      {children}
      {onAction && (
        <button type="button" className={css.edit} aria-label={action} title={action} onClick={onAction}>
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M2 12l.6-2.8 6.9-6.9 2.2 2.2-6.9 6.9z" fill="none" stroke="currentColor" strokeWidth="1.3" />
          </svg>
        </button>
      )}
    </span>
  )
}
