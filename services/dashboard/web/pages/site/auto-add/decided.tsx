import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { figure } from '../../../ui/figure.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { type Proposal, Seen } from './evidence.tsx'

/** What was added and refused, by whom and when. */
export function Decided({ siteId }: { siteId: string }) {
  const { data } = useQuery(read('team.list', {}))
  const names = new Map(data?.members.map(({ id, name, email }) => [id, name || email]))
  const columns: Column<Proposal>[] = [
    { head: 'Keyword', cell: ({ keyword }) => <b>{keyword}</b> },
    {
      head: 'What',
      cell: ({ state }) => <Badge tone={state === 'added' ? 'good' : 'plain'}>{state}</Badge>,
    },
    {
      head: 'By',
      cell: ({ decidedBy }) => (decidedBy === null ? 'the rule' : (names.get(decidedBy) ?? 'somebody who left')),
    },
    { head: 'When', cell: ({ decidedAt }) => decidedAt && <Ago at={decidedAt} /> },
    { head: 'Proposed', cell: ({ proposedAt }) => <Ago at={proposedAt} /> },
    { head: 'Seen', cell: ({ evidence }) => <Seen evidence={evidence} /> },
    { head: 'Volume', cell: ({ volume }) => figure(volume), figures: true },
  ]
  return (
    <Loaded query={read('proposals.list', { params: { id: siteId }, query: { decided: true } })}>
      {({ rows }) => (
        <Table
          caption="Decided proposals"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          empty="Nothing has been added or refused yet."
        />
      )}
    </Loaded>
  )
}
