import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import css from './table.module.css'

export type Column<Row> = {
  head: string
  cell(row: Row): ReactNode
  /** Figures stand to the right, under each other. */
  figures?: boolean
  /** The head is read out, and not seen. */
  hidden?: boolean
  /** Not on a phone; a table with such columns stays one there. */
  wide?: boolean
}
type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  /** In the place of rows when there are none. */
  empty: ReactNode
}

const step = 100

/** A table, a hundred rows at first: thousands of them would make every click wait. On a phone each row is a card whose cells say which column they are of, unless some columns are for wide screens. */
export function Table<Row>({ caption, columns, rows, rowId, empty }: TableProps<Row>) {
  const [shown, setShown] = useState(step)
  if (rows.length === 0) return <div className={css.empty}>{empty}</div>
  return (
    <>
      <table className={css.table} data-cards={!columns.some(({ wide }) => wide)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, figures, hidden, wide }) => (
              <th key={head} scope="col" data-figures={figures} data-wide={wide}>
                {hidden ? <span className="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ head, cell, figures, hidden, wide }) => (
                <td key={head} data-head={hidden ? '' : head} data-figures={figures} data-wide={wide}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + step)}>
            Show {Math.min(step, rows.length - shown)} more of {rows.length.toLocaleString('en')}
          </Button>
        </p>
      )}
    </>
  )
}
