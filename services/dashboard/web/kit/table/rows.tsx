import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { useWidth } from '../browser.ts'
import { useKeys } from '../keys/keys.tsx'
import { groupColumnOf, isSameGroup } from './column.ts'
import css from './data-table.module.css'
import { Heads } from './heads.tsx'
import type { RowsProps } from './props.ts'
import './rooms.ts'
import { DataRow } from './row.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

/** The table itself: only the rows near the screen are drawn, and its true length is said. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { noun, rows, rowId, onOpen, onNear, shown, min, isSelecting } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const rowHeight = matchMedia('(max-width: 640px)').matches ? 52 : 41
  const { body, first, end } = useVisibleRows(rows.length, rowHeight)
  const { active, setActive, move, moveByKey } = useActiveRow({ body, count: rows.length, rowHeight })
  const groupColumn = groupColumnOf(shown)
  useNear(rows, first, onNear)
  useRowKeys(props, rows[active], move)
  return (
    <div ref={box} className={css.scroll} data-rooms data-scrolls={width > 0 && width < min}>
      <table
        className={css.table}
        style={{ minWidth: min }}
        aria-rowcount={rows.length + 1}
        data-opens={onOpen !== undefined}
        data-selecting={isSelecting}
        data-grouped={groupColumn !== undefined}
      >
        <caption className="visually-hidden">{noun.other}</caption>
        <Heads {...props} />
        <tbody ref={body}>
          <Space height={first * rowHeight} />
          {rows.slice(first, end).map((row, i) => (
            <DataRow
              key={rowId(row)}
              {...props}
              row={row}
              index={first + i}
              joins={isSameGroup(groupColumn, row, rows[first + i - 1])}
              isReachable={first + i === Math.max(0, active)}
              onActive={() => setActive(first + i)}
              onMove={moveByKey}
            />
          ))}
          <Space height={(rows.length - end) * rowHeight} />
        </tbody>
      </table>
    </div>
  )
}

/** In the place of rows that are not drawn. It has no cells: one over columns that a phone hides would bring their widths back. */
function Space({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused, and is no row of the table
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

function useRowKeys<Row>(
  { rowId, selection, canSelect }: RowsProps<Row>,
  active: Row | undefined,
  move: (by: number) => void,
): void {
  const toggle = () => active !== undefined && canSelect && selection.toggle(rowId(active))
  useKeys([
    { keys: 'j', does: t.nextRow, run: () => move(1) },
    { keys: 'k', does: t.previousRow, run: () => move(-1) },
    { keys: 'x', does: t.selectTheRow, run: toggle },
  ])
}

/** Rows near the screen are reported in blocks, so that scrolling a little asks for nothing new. */
const block = 100

/** Says which rows are near, block by block. */
function useNear<Row>(rows: readonly Row[], first: number, onNear: ((rows: readonly Row[]) => void) | undefined): void {
  const tell = useRef(onNear)
  useEffect(() => {
    tell.current = onNear
  })
  const start = Math.floor(first / block) * block
  useEffect(() => tell.current?.(rows.slice(start, start + 2 * block)), [rows, start])
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 }

type Drawn = { body: RefObject<HTMLElement | null>; count: number; rowHeight: number }

/** The row that keys work on, and how they go on to another one, which is brought into sight. */
function useActiveRow({ body, count, rowHeight }: Drawn) {
  const [active, setActive] = useState(-1)
  const awaited = useRef<number>(undefined)
  const focusAwaited = () => {
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`)
    if (!row) return
    awaited.current = undefined
    row.focus()
  }
  // A row that was far away is drawn only after the scroll.
  useLayoutEffect(focusAwaited)
  const move = (by: number) => {
    const next = Math.max(0, Math.min(count - 1, active + by))
    awaited.current = next
    setActive(next)
    const top = (body.current?.getBoundingClientRect().top ?? 0) + next * rowHeight
    if (top < 100 || top > innerHeight - rowHeight) scrollBy({ top: top - innerHeight / 2 })
    focusAwaited()
  }
  return {
    active,
    setActive,
    move,
    /** Goes as far as a key says; false where it says nothing. */
    moveByKey(key: string): boolean {
      const by = steps[key]
      if (by !== undefined) move(by)
      return by !== undefined
    },
  }
}
