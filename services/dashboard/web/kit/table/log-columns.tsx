import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Moment } from '../words/time.tsx'
import type { Column } from './table.tsx'

type Logged<Row> = { what(row: Row): ReactNode; by(row: Row): ReactNode; at(row: Row): string | null }

/** The columns of a log: action, person, time. */
export function logColumns<Row>({ what, by, at }: Logged<Row>): Column<Row>[] {
  return [
    { head: t.action, cell: what },
    { head: t.by, cell: by },
    {
      head: t.date,
      cell: (row) => {
        const moment = at(row)
        return moment && <Moment at={moment} />
      },
    },
  ]
}
