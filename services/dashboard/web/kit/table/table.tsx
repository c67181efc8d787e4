import { type ReactNode, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button } from '../button.tsx'
import { figure } from '../words/figure.ts'
import './rooms.ts'
import { Muted } from '../layout/page.tsx'
import { idOf, type Keyed, type RowId, roomFor, type Sized } from './column.ts'
import css from './table.module.css'

export type Column<Row> = Sized & {
  head: string
  cell(row: Row): ReactNode
  /** Figures are right-aligned. */
  figures?: boolean
  /** The head is read out, and not seen. */
  hidden?: boolean
}

/** A column of buttons, whose head is only read out. */
export function buttonColumn<Row>(head: string, cell: (row: Row) => ReactNode, more: Sized = {}): Column<Row> {
  return { head, cell, hidden: true, figures: true, ...more }
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Below the rows: its name, and the figure of the last column. */
  total?: readonly [name: string, figure: ReactNode]
  /** In the place of rows when there are none. */
  empty?: ReactNode
}

const step = 100
/** The width of a column that wraps. */
const flexible = 100

/** A table, a hundred rows at first: thousands of them would make every click wait. Where there is no room, each row is a card whose cells say which column they are of; a table with columns of other priorities drops those instead. */
export function Table<Row extends Keyed>(props: TableProps<Row> & Partial<RowId<Row>>): ReactNode
export function Table<Row>(props: TableProps<Row> & RowId<Row>): ReactNode
export function Table<Row>(props: TableProps<Row> & Partial<RowId<Row>>) {
  const { caption, columns, rows, rowId = idOf, total, empty } = props
  const [shown, setShown] = useState(step)
  if (rows.length === 0) return <div className={css.empty}>{empty}</div>
  const hasCards = columns.every(({ priority = 1 }) => priority === 1)
  const rooms = hasCards ? [] : roomFor(columns, { flexible }).rooms
  return (
    <div data-rooms>
      <table className={css.table} data-cards={hasCards}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, figures, hidden }, at) => (
              <th key={head} scope="col" data-figures={figures} data-room={rooms[at]}>
                {hidden ? <span className="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ head, cell, figures, hidden }, at) => (
                <td key={head} data-head={hidden ? '' : head} data-figures={figures} data-room={rooms[at]}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={columns.length - 1}>
                {total[0]}
              </th>
              <td data-figures>{total[1]}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {rows.length > shown && (
        <p className={css.more}>
          <Button onClick={() => setShown(shown + step)}>
            {t.showMoreOf(Math.min(step, rows.length - shown), figure(rows.length))}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Says so where a list is longer than what a table shows of it. */
export function FirstRows({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return <Muted>{t.firstOfAreListed(figure(shown), figure(total))}</Muted>
}
