import { account as t } from '../../../texts/account.ts'
import { useAccount } from '../../api/account.tsx'
import { type OutputOf, read } from '../../api/call.ts'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Meter } from '../../kit/meter.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Day, Moment } from '../../kit/words/time.tsx'

type UsageDay = OutputOf<'usage.get'>['days'][number]

export function Usage() {
  const { accountId } = useAccount()
  return (
    <Page title={t.usage} line={t.apiCallsAndDataRefreshes}>
      <Loaded query={read('usage.get', { params: { accountId } })}>
        {({ calls, collects, days }) => (
          <>
            <Panel title={t.today} line={t.bothResetAt(<Moment at={calls.resetsAt} />)}>
              <Meter label={t.apiCalls} used={calls.used} limit={calls.limit} />
              <Meter label={t.dataRefreshes} used={collects.used} limit={collects.limit} />
            </Panel>
            <Panel title={t.last30Days}>
              <Table caption={t.usageByDay} columns={columns} rows={days.toReversed()} empty={t.noUsageInTheseDays} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const columns: Column<UsageDay>[] = [
  { head: t.day, cell: ({ day }) => <Day at={day} /> },
  { head: t.apiCalls, cell: ({ used }) => figure(used), figures: true },
  { head: t.limit, cell: ({ limit }) => figure(limit), figures: true },
  { head: t.dataRefreshes, cell: ({ collects }) => figure(collects), figures: true },
]
