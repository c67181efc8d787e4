import { type OutputOf, read } from '../../../api/call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FirstRows } from '../../../ui/data-table/first-rows.tsx'
import { figure } from '../../../ui/figure.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { logColumns } from '../../log-columns.tsx'
import { leftName, namesOf } from '../../names.ts'
import { type Proposal, Seen } from './evidence.tsx'

/** What was added and refused, by whom and when. */
export function Decided({ siteId }: { siteId: string }) {
  return (
    <Loaded query={read('team.list', {})}>
      {(team) => (
        <Loaded query={read('proposals.list', { params: { id: siteId }, query: { decided: true } })}>
          {({ rows, total }) => (
            <>
              <Table
                caption="Decided proposals"
                columns={columnsOf(team)}
                rows={rows}
                rowId={({ id }) => id}
                empty="Nothing has been added or refused yet."
              />
              <FirstRows shown={rows.length} total={total} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function columnsOf(team: OutputOf<'team.list'>): Column<Proposal>[] {
  const nameOf = namesOf(team)
  return [
    { head: 'Keyword', cell: ({ keyword }) => <b>{keyword}</b> },
    ...logColumns<Proposal>({
      what: ({ state }) => <Badge tone={state === 'added' ? 'good' : 'plain'}>{state}</Badge>,
      by: ({ decidedBy }) => (decidedBy === null ? 'the rule' : (nameOf(decidedBy) ?? leftName)),
      at: ({ decidedAt }) => decidedAt,
    }),
    { head: 'Proposed', cell: ({ proposedAt }) => <Ago at={proposedAt} /> },
    { head: 'Seen', cell: ({ evidence }) => <Seen evidence={evidence} /> },
    { head: 'Volume', cell: ({ volume }) => figure(volume), figures: true },
  ]
}
