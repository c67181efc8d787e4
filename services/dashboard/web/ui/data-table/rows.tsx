import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys/keys.ts'
import css from './data-table.module.css'
import { Heads } from './heads.tsx'
import type { RowsProps } from './props.ts'
import { DataRow } from './row.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 }
/** Rows are told as near in blocks, so that scrolling a little asks for nothing new. */
const block = 100

/** The table itself: only the rows near the screen are drawn, and its true length is said. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { name, rows, rowId, onOpen, onNear, selection, canSelect, isSelecting, groupColumn } = props
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
  const toggle = (row: Row | undefined) => row !== undefined && canSelect && selection.toggle(rowId(row))
  useKeys([
    { keys: 'j', does: 'Next row', run: () => move(1) },
    { keys: 'k', does: 'Row before', run: () => move(-1) },
    { keys: 'x', does: 'Select the row', run: () => toggle(rows[active]) },
  ])
  const groupOf = (row: Row | undefined) => (row === undefined ? null : (groupColumn?.value(row) ?? null))
  const joins = (index: number) => groupOf(rows[index]) !== null && groupOf(rows[index]) === groupOf(rows[index - 1])
  return (
    <table
      className={css.table}
      aria-rowcount={rows.length + 1}
      data-opens={onOpen !== undefined}
      data-selecting={isSelecting}
      data-grouped={groupColumn !== undefined}
    >
      <caption className="visually-hidden">{name}</caption>
      <Heads {...props} />
      <tbody ref={body}>
        <Space height={first * rowHeight} />
        {rows.slice(first, end).map((row, i) => (
          <DataRow
            key={rowId(row)}
            {...props}
            row={row}
            index={first + i}
            joins={joins(first + i)}
            isReachable={first + i === Math.max(0, active)}
            onActive={() => setActive(first + i)}
            onMove={(key) => {
              const by = steps[key]
              if (by !== undefined) move(by)
              return by !== undefined
            }}
          />
        ))}
        <Space height={(rows.length - end) * rowHeight} />
      </tbody>
    </table>
  )
}

/** In the place of rows that are not drawn. It has no cells: one over columns that a phone hides would bring their widths back. */
function Space({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused, and is no row of the table
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

/** Says which rows are near, block by block. */
function useNear<Row>(rows: readonly Row[], first: number, onNear: ((rows: readonly Row[]) => void) | undefined): void {
  const tell = useRef(onNear)
  useEffect(() => {
    tell.current = onNear
  })
  const start = Math.floor(first / block) * block
  useEffect(() => tell.current?.(rows.slice(start, start + 2 * block)), [rows, start])
}
