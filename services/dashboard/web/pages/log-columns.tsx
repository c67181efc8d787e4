import type { ReactNode } from 'react'
import type { OutputOf } from '../api/call.ts'
import type { Column } from '../ui/table.tsx'
import { Moment } from '../ui/time.tsx'

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

export const leftName = 'somebody who left'

export type Names = (id: string) => string | undefined

/** What the people of an account are called, and to whom its open invites went, by their ids. */
export function namesOf({ members, invites }: OutputOf<'team.list'>): Names {
  const names = new Map([
    ...members.map(({ id, name, email }): [string, string] => [id, name || email]),
    ...invites.map(({ id, email }): [string, string] => [id, email]),
  ])
  return (id) => names.get(id)
}
