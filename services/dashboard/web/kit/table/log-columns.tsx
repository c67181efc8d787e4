import type { ReactNode } from 'react'
import { Moment } from '../words/time.tsx'
import type { Column } from './table.tsx'

type Logged<Row> = { what(row: Row): ReactNode; by(row: Row): ReactNode; at(row: Row): string | null }

/** What every log says of a row: what was done, by whom, and when. */
export function logColumns<Row>({ what, by, at }: Logged<Row>): Column<Row>[] {
  return [
    { head: 'What', cell: what },
    { head: 'By', cell: by },
    {
      head: 'When',
      cell: (row) => {
        const moment = at(row)
        return moment && <Moment at={moment} />
      },
    },
  ]
}
