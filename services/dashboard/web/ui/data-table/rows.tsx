import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys/keys.ts'
import type { DataColumn } from './column.ts'
import css from './data-table.module.css'
import { Heads } from './heads.tsx'
import type { RowsProps } from './props.ts'
import { useVisibleRows } from './use-visible-rows.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 }
/** Rows are told as near in blocks, so that scrolling a little asks for nothing new. */
const block = 100

/** The table itself: only the rows near the screen are drawn, and its true length is said. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { name, rows, rowId, rowName, onOpen, onNear, shown, selection, canSelect } = props
  const [active, setActive] = useState(-1)
  const rowHeight = matchMedia('(max-width: 640px)').matches ? 52 : 41
  const { body, first, end } = useVisibleRows(rows.length, rowHeight)
  useNear(rows, first, onNear)
  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, active + by))
    setActive(next)
    const top = (body.current?.getBoundingClientRect().top ?? 0) + next * rowHeight
    if (top < 100 || top > innerHeight - rowHeight) scrollBy({ top: top - innerHeight / 2 })
    // The row may be drawn only after that.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus()),
    )
  }
  useKeys([
    { keys: 'j', does: 'Next row', run: () => move(1) },
    { keys: 'k', does: 'Row before', run: () => move(-1) },
    { keys: 'x', does: 'Select the row', run: () => toggle(rows[active]) },
  ])
  const toggle = (row: Row | undefined) => row !== undefined && canSelect && selection.toggle(rowId(row))
  const press = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    const by = steps[event.key]
    if (by !== undefined) move(by)
    else if (event.key === 'Enter') onOpen?.(row)
    else return
    event.preventDefault()
  }
  return (
    <table className={css.table} aria-rowcount={rows.length + 1} data-opens={onOpen !== undefined}>
      <caption className="visually-hidden">{name}</caption>
      <Heads {...props} />
      <tbody ref={body}>
        <Space height={first * rowHeight} />
        {rows.slice(first, end).map((row, i) => {
          const [index, id] = [first + i, rowId(row)]
          return (
            <tr
              key={id}
              data-index={index}
              aria-rowindex={index + 2}
              tabIndex={index === Math.max(0, active) ? 0 : -1}
              data-selected={selection.has(id) || undefined}
              onFocus={() => setActive(index)}
              onKeyDown={(event) => press(event, row)}
              onClick={({ target }) => !isControl(target) && onOpen?.(row)}
            >
              {canSelect && (
                <td className={css.select}>
                  <input
                    type="checkbox"
                    aria-label={`Select ${rowName(row)}`}
                    checked={selection.has(id)}
                    onChange={() => selection.toggle(id)}
                  />
                </td>
              )}
              <Cells row={row} columns={shown} />
            </tr>
          )
        })}
        <Space height={(rows.length - end) * rowHeight} />
      </tbody>
    </table>
  )
}

/** What has a click of its own. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null
}

/** In the place of rows that are not drawn. It has no cells: one over columns that a phone hides would bring their widths back. */
function Space({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused, and is no row of the table
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

function PlainCells<Row>({ row, columns }: { row: Row; columns: readonly DataColumn<Row>[] }) {
  return columns.map(({ id, cell, figures, wide }) => (
    <td key={id} data-figures={figures} data-wide={wide}>
      {cell(row)}
    </td>
  ))
}
// safe because memo keeps the properties of the part
const Cells = memo(PlainCells) as <Row>(props: { row: Row; columns: readonly DataColumn<Row>[] }) => ReactNode

/** Says which rows are near, block by block. */
function useNear<Row>(rows: readonly Row[], first: number, onNear: ((rows: readonly Row[]) => void) | undefined): void {
  const tell = useRef(onNear)
  useEffect(() => {
    tell.current = onNear
  })
  const start = Math.floor(first / block) * block
  useEffect(() => tell.current?.(rows.slice(start, start + 2 * block)), [rows, start])
}
