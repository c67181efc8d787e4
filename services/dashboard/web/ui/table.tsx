import type { ReactNode } from 'react'
import css from './table.module.css'

export type Column<Row> = {
  head: string
  cell(row: Row): ReactNode
  /** Figures stand to the right, under each other. */
  figures?: boolean
  /** The head is read out, and not seen. */
  hidden?: boolean
}
type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  /** In the place of rows when there are none. */
  empty: ReactNode
}

/** A short table. On a phone each row is a card, and each cell says which column it is of. */
export function Table<Row>({ caption, columns, rows, rowId, empty }: TableProps<Row>) {
  if (rows.length === 0) return <div className={css.empty}>{empty}</div>
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, figures, hidden }) => (
            <th key={head} scope="col" data-figures={figures}>
              {hidden ? <span className="visually-hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            {columns.map(({ head, cell, figures, hidden }) => (
              <td key={head} data-head={hidden ? '' : head} data-figures={figures}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
