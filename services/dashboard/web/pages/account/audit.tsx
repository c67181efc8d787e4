import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { sentenceOf } from '../../ui/refused.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time.tsx'

type Entry = OutputOf<'audit.list'>['entries'][number]

/** What happened to the account, its keys and its plan, and by whom. */
export function Audit() {
  const { accountId } = useAccount()
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['audit.list', accountId],
    queryFn: ({ pageParam, signal }) =>
      call(
        'audit.list',
        { params: { accountId }, query: { limit: 50, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Page title="Audit log" line="What happened to this account, the newest first.">
      <Panel title="Entries">
        {error && <Notice tone="bad">{sentenceOf(error)}</Notice>}
        {!data && !error && <Waiting />}
        {data && (
          <Table
            caption="Audit log"
            columns={columns}
            rows={entries}
            rowId={({ id }) => id}
            empty="Nothing has happened yet."
          />
        )}
        {hasNextPage && (
          <p>
            <Button busy={isFetching} onClick={() => void fetchNextPage()}>
              Show older ones
            </Button>
          </p>
        )}
      </Panel>
    </Page>
  )
}

const columns: Column<Entry>[] = [
  { head: 'When', cell: ({ at }) => <Moment at={at} /> },
  { head: 'What', cell: ({ action }) => <b>{action}</b> },
  { head: 'By', cell: ({ actor }) => actor },
  { head: 'Details', cell: ({ detail }) => detailOf(detail) },
]

function detailOf(detail: Entry['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
