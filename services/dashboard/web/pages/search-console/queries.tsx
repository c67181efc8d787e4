import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { pages } from '../../routes.ts'
import { Collected } from '../../ui/collected.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { textColumn } from '../../ui/data-table/columns.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { FirstRows } from '../../ui/data-table/first-rows.tsx'
import { figure } from '../../ui/figure.tsx'
import { Panel } from '../../ui/page.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { Segments } from '../../ui/toggles.tsx'
import { rankColumn } from '../site/rank-column.tsx'
import { useTracking } from '../site/tracking.tsx'
import { figureColumns } from './figure-columns.tsx'

type Found = OutputOf<'searchConsoleQueries.list'>
type Query = Found['queries'][number]
const route = getRouteApi(`/inside${pages.searchConsole}`)
/** What `isCut` means. */
export const cutSentence = 'Google has more: these are of the hundred thousand most clicked.'
const periods: Readonly<Record<string, string>> = { 7: '7 days', 28: '28 days', 90: '90 days', 480: '16 months' }

/** The queries that led to the site, with our position beside Google's average. */
export function Queries({ siteId }: { siteId: string }) {
  const { days = 28 } = route.useSearch()
  const navigate = useNavigate({ from: pages.searchConsole })
  const choose = (next: string) =>
    void navigate({ search: (before: object) => ({ ...before, days: Number(next) }), resetScroll: false })
  return (
    <Collected query={queriesOf(siteId, days)} isPlayed={({ sandbox }) => sandbox === true}>
      {({ queries, totals, total, startDate, endDate, isCut }) => (
        <Panel
          title={startDate && endDate ? `Queries of ${startDate} to ${endDate}` : 'Queries'}
          line={`Days end in California. Google leaves rare queries out, so rows add up to less than the whole.${isCut ? ` ${cutSentence}` : ''}`}
          actions={<Segments label="Period" names={periods} chosen={String(days)} onChoose={choose} />}
        >
          {totals && (
            <Stats>
              <Stat name="Clicks" figure={figure(totals.clicks)} />
              <Stat name="Impressions" figure={figure(totals.impressions)} />
            </Stats>
          )}
          <Rows siteId={siteId} rows={queries} />
          <FirstRows shown={queries.length} total={total} />
        </Panel>
      )}
    </Collected>
  )
}

function queriesOf(siteId: string, days: number) {
  return whole(
    ['searchConsoleQueries.list', siteId, days],
    (paging, how) => call('searchConsoleQueries.list', { params: { id: siteId }, query: { days, ...paging } }, how),
    (before: Found, next) => ({ ...next, queries: [...before.queries, ...next.queries] }),
  )
}

function Rows({ siteId, rows }: { siteId: string; rows: readonly Query[] }) {
  const tracking = useTracking(siteId, phrases)
  const all = useMemo(() => [...queryColumns, tracking.column], [tracking.column])
  return (
    <>
      {tracking.notice}
      <DataTable
        name="queries"
        columns={all}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        defaultSort="-clicks"
        actions={tracking.actions}
        empty="Google has no query for these days."
      />
    </>
  )
}

const nameOf = ({ query }: Query) => query
const phrases = { phraseOf: nameOf, isTracked: ({ keywordId }: Query) => keywordId !== null }

/** A query with what Google says of it, and our own position. */
export const queryColumns: DataColumn<Query>[] = [
  textColumn('query', 'Query', nameOf),
  ...figureColumns<Query>(),
  rankColumn('own', 'Ours', ({ ownPosition }) => ownPosition, { wide: true }),
]
