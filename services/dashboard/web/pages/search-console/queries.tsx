import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type OutputOf, read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Collected } from '../../ui/collected.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { figure, place } from '../../ui/figure.tsx'
import { Panel } from '../../ui/page.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Segments } from '../../ui/toggles.tsx'
import { Track } from '../site/track.tsx'
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
  const track: Column<Query> = {
    head: 'Track',
    hidden: true,
    figures: true,
    wide: true,
    cell: ({ keywordId, query }) => keywordId === null && <Track siteId={siteId} keyword={query} />,
  }
  return (
    <Collected
      query={read('searchConsoleQueries.list', { params: { id: siteId }, query: { days, limit: 1_000 } })}
      isPlayed={({ sandbox }) => sandbox === true}
    >
      {({ queries, totals, startDate, endDate, isCut }) => (
        <Panel
          title={startDate && endDate ? `Queries of ${startDate} to ${endDate}` : 'Queries'}
          line={`Days end in California. Google leaves rare queries out, so rows add up to less than the whole.${isCut ? ` ${cutSentence}` : ''}`}
          actions={
            <Segments
              label="Period"
              names={periods}
              chosen={String(days)}
              onChoose={(next) => void navigate({ search: { days: Number(next) } })}
            />
          }
        >
          {totals && (
            <Stats>
              <Stat name="Clicks" figure={figure(totals.clicks)} />
              <Stat name="Impressions" figure={figure(totals.impressions)} />
            </Stats>
          )}
          <Table
            caption="Queries"
            columns={[...queryColumns, track]}
            rows={queries}
            rowId={({ query }) => query}
            empty="Google has no query for these days."
          />
        </Panel>
      )}
    </Collected>
  )
}

/** A query with what Google says of it, and our own position. */
export const queryColumns: DataColumn<Query>[] = [
  { id: 'query', head: 'Query', cell: ({ query }) => query, value: ({ query }) => query },
  ...figureColumns<Query>(),
  {
    ...{ id: 'own', head: 'Ours', figures: true, width: 100 },
    cell: ({ keywordId, ownPosition }) => (keywordId === null ? '' : place(ownPosition)),
    value: ({ ownPosition }) => ownPosition,
    // Found before not found before never looked.
    order: ({ ownPosition }) => (ownPosition === 0 ? 1_000 : ownPosition),
  },
]
