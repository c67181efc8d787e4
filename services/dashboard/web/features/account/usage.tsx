import { useAccount } from '../../api/account.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Meter } from '../../kit/meter.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Day, Moment } from '../../kit/words/time.tsx'

type UsageDay = OutputOf<'usage.get'>['days'][number]

/** What the account used today, and on each of thirty days. */
export function Usage() {
  const { accountId } = useAccount()
  return (
    <Page title="Usage" line="API calls and data refreshes. Days are in UTC.">
      <Loaded query={read('usage.get', { params: { accountId } })}>
        {({ calls, collects, days }) => (
          <>
            <Panel
              title="Today"
              line={
                <>
                  Both reset at <Moment at={calls.resetsAt} />.
                </>
              }
            >
              <Meter label="API calls" used={calls.used} limit={calls.limit} />
              <Meter label="Data refreshes" used={collects.used} limit={collects.limit} />
            </Panel>
            <Panel title="Thirty days">
              <Table
                caption="Usage by day"
                columns={columns}
                rows={days.toReversed()}
                rowId={({ day }) => day}
                empty="Nothing was used in these days."
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const columns: Column<UsageDay>[] = [
  { head: 'Day', cell: ({ day }) => <Day at={day} /> },
  { head: 'API calls', cell: ({ used }) => used.toLocaleString('en'), figures: true },
  { head: 'Of', cell: ({ limit }) => limit?.toLocaleString('en') ?? '–', figures: true },
  { head: 'Data refreshes', cell: ({ collects }) => collects.toLocaleString('en'), figures: true },
]
