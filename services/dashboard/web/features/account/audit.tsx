import { useInfiniteQuery } from '@tanstack/react-query'
import { account as t } from '../../../texts/account.ts'
import { worded } from '../../../texts/values.ts'
import { useAccount } from '../../api/account.tsx'
import { paged, read } from '../../api/call.ts'
import { Answered, Loaded, More, Page, Panel } from '../../kit/layout/page.tsx'
import { logColumns } from '../../kit/table/columns.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { type Names, namesOf } from '../team/exports.ts'
import { actorOf, detailsOf, type Entry } from './audit-words.ts'

export function Audit() {
  return (
    <Page title={t.auditLog} line={t.changesToThisAccount}>
      <Panel title={t.entries}>
        <Loaded query={read('team.list', {})}>{(team) => <Entries columns={columnsOf(namesOf(team))} />}</Loaded>
      </Panel>
    </Page>
  )
}

function Entries({ columns }: { columns: readonly Column<Entry>[] }) {
  const { accountId } = useAccount()
  const entries = useInfiniteQuery(
    paged('audit.list', (cursor) => ({ params: { accountId }, query: { limit: 50, cursor } })),
  )
  return (
    <>
      <Answered of={entries}>
        {({ pages }) => (
          <Table
            caption={t.auditLog}
            columns={columns}
            rows={pages.flatMap((page) => page.entries)}
            empty={t.noEntriesYet}
          />
        )}
      </Answered>
      <More of={entries}>{t.showOlderEntries}</More>
    </>
  )
}

function columnsOf(nameOf: Names): Column<Entry>[] {
  return [
    ...logColumns<Entry>({
      what: ({ action }) => <b>{worded('action', action).replace('.', ' ')}</b>,
      by: (entry) => actorOf(entry, nameOf),
      at: ({ at }) => at,
    }),
    { head: t.details, cell: (entry) => detailsOf(entry, nameOf) },
  ]
}
