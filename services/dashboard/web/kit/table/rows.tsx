import { useKeys } from '../keys/keys.ts'
import { useWidth } from '../use-width.ts'
import { groupColumnOf, isSameGroup } from './column.ts'
import css from './data-table.module.css'
import { Heads } from './heads.tsx'
import type { RowsProps } from './props.ts'
import room from './room.module.css'
import { DataRow } from './row.tsx'
import { useActiveRow } from './use-active-row.ts'
import { useNear } from './use-near.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** The table itself: only the rows near the screen are drawn, and its true length is said. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { name, rows, rowId, onOpen, onNear, shown, least, isSelecting } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const rowHeight = matchMedia('(max-width: 640px)').matches ? 52 : 41
  const { body, first, end } = useVisibleRows(rows.length, rowHeight)
  const { active, setActive, move, moveByKey } = useActiveRow({ body, count: rows.length, rowHeight })
  const groupColumn = groupColumnOf(shown)
  useNear(rows, first, onNear)
  useRowKeys(props, rows[active], move)
  return (
    <div ref={box} className={`${css.scroll} ${room.box}`} data-scrolls={width > 0 && width < least}>
      <table
        className={css.table}
        style={{ minWidth: least }}
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
    { keys: 'j', does: 'Next row', run: () => move(1) },
    { keys: 'k', does: 'Row before', run: () => move(-1) },
    { keys: 'x', does: 'Select the row', run: toggle },
  ])
}
