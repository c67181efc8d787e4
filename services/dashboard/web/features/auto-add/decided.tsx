import { autoAdd as t } from '../../../texts/auto-add.ts'
import { read } from '../../api/call.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Badge } from '../../kit/notice.tsx'
import { logColumns } from '../../kit/table/columns.tsx'
import { type Column, FirstRows, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago } from '../../kit/words/time.tsx'
import { leftName, Named, type Names } from '../team/exports.ts'
import { type Proposal, Seen } from './evidence.tsx'

export function Decided({ siteId }: { siteId: string }) {
  return (
    <Named>
      {(nameOf) => (
        <Loaded query={read('proposals.list', { params: { id: siteId }, query: { decided: true } })}>
          {({ rows, total }) => (
            <>
              <Table
                caption={t.decidedProposals}
                columns={columnsOf(nameOf)}
                rows={rows}
                rowId={({ id }) => id}
                empty={t.noKeywordsHaveBeenAdded}
              />
              <FirstRows shown={rows.length} total={total} />
            </>
          )}
        </Loaded>
      )}
    </Named>
  )
}

function columnsOf(nameOf: Names): Column<Proposal>[] {
  return [
    { head: t.keyword, cell: ({ keyword }) => <b>{keyword}</b> },
    ...logColumns<Proposal>({
      what: ({ state }) => <Badge tone={state === 'added' ? 'good' : 'plain'}>{state}</Badge>,
      by: ({ decidedBy }) => (decidedBy === null ? t.theRule : (nameOf(decidedBy) ?? leftName)),
      at: ({ decidedAt }) => decidedAt,
    }),
    { head: t.proposed, cell: ({ proposedAt }) => <Ago at={proposedAt} /> },
    { head: t.seen, cell: ({ evidence }) => <Seen evidence={evidence} /> },
    { head: t.volume, cell: ({ volume }) => figure(volume), figures: true },
  ]
}
