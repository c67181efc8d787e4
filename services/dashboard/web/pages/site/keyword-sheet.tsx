import { useAccountDetails } from '../../api/account.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { RankChart } from '../../ui/charts/rank-chart.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Moment } from '../../ui/time.tsx'
import type { Rank } from './standing.ts'

type Check = OutputOf<'history.list'>['history'][number]
const dayMs = 86_400_000

/** A keyword over time, beside the table. Its address can be sent to others. */
export function KeywordSheet(props: { siteId: string; rank: Rank | undefined; onClose(): void }) {
  const { siteId, rank, onClose } = props
  return (
    <Dialog title={rank?.keyword ?? ''} side="right" open={rank !== undefined} onClose={onClose}>
      {rank && <History siteId={siteId} rank={rank} />}
    </Dialog>
  )
}

function History({ siteId, rank }: { siteId: string; rank: Rank }) {
  const params = { id: siteId, kid: rank.id }
  return (
    <Loaded query={read('history.list', { params, query: {} })}>
      {({ history }) => (
        <Loaded
          query={read('checkFailures.list', { params: { id: siteId }, query: { keywordIds: [rank.id], days: 480 } })}
        >
          {({ failures }) => (
            <Checks rank={rank} history={history} failures={failures.map(({ at }) => Date.parse(at))} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Checks({ rank, history, failures }: { rank: Rank; history: Check[]; failures: number[] }) {
  const { data } = useAccountDetails()
  if (history.length + failures.length === 0) return <p>No check has ended yet. The first one starts at once.</p>
  const points = history.map(({ checkedAt, position, url }) => ({ at: Date.parse(checkedAt), position, url }))
  const depth = history.at(-1)?.depth ?? null
  const series = { points, failures, depth, rhythmMs: (data?.limits.checkEveryDays ?? 1) * dayMs }
  return (
    <Tabs
      label="Show as"
      tabs={[
        ['Chart', <RankChart key="chart" label={`Position of ${rank.keyword}`} series={series} />],
        [
          'Table',
          <Table
            key="table"
            caption="Checks"
            columns={columns}
            rows={history.toReversed()}
            rowId={({ checkedAt }) => checkedAt}
            empty=""
          />,
        ],
      ]}
    />
  )
}

const columns = [
  { head: 'Checked', cell: ({ checkedAt }: Check) => <Moment at={checkedAt} /> },
  {
    head: 'Position',
    cell: ({ position, depth }: Check) => (position > 0 ? position : `not in the top ${depth ?? '?'}`),
    figures: true,
  },
  { head: 'Page', cell: ({ url }: Check) => url ?? '' },
  { head: 'Source', cell: ({ source, sandbox }: Check) => (sandbox ? `${source} (sandbox)` : source) },
]
