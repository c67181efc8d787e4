import { useQuery } from '@tanstack/react-query'
import { type OutputOf, read } from '../../api/call.ts'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { spanText } from '../../kit/words/time-text.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { cutSentence, figureColumns, queryColumns } from '../search-console/exports.ts'
import { figuresOf } from './google-figures.tsx'

type PageRow = OutputOf<'searchConsoleFigures.list'>['pages'][number]

/** Which pages and which queries brought clicks. Queries are read when they are looked at. */
export function Brought({ siteId, days }: { siteId: string; days: number }) {
  const { data } = useQuery(figuresOf(siteId, days))
  if (!data?.startDate) return null
  return (
    <Panel
      title="What brought clicks"
      line={`${spanText(data.startDate, data.endDate ?? data.startDate)}, by Google’s count.`}
    >
      <Tabs
        label="Clicks by"
        tabs={[
          ['Pages', <Pages key="pages" rows={data.pages} />],
          ['Queries', <Queries key="queries" siteId={siteId} days={days} />],
        ]}
      />
    </Panel>
  )
}

function Pages({ rows }: { rows: PageRow[] }) {
  return (
    <>
      <Muted>
        The thousand most clicked at most. Google counts each page for itself, so they can add up to more than the
        whole.
      </Muted>
      <DataTable
        name="pages"
        columns={pageColumns}
        rows={rows}
        rowId={({ page }) => page}
        rowName={({ page }) => page}
        defaultSort="-clicks"
        empty="Google has no page for these days."
      />
    </>
  )
}

const [clicks, ...otherFigures] = figureColumns<PageRow>()
const pageColumns: DataColumn<PageRow>[] = [
  { id: 'page', head: 'Page', cell: ({ page }) => page, value: ({ page }) => page },
  ...(clicks ? [clicks] : []),
  {
    id: 'before',
    head: 'Clicks before',
    figures: true,
    downFirst: true,
    priority: 2,
    width: 130,
    cell: ({ previousClicks }) => figure(previousClicks),
    value: ({ previousClicks }) => previousClicks,
  },
  ...otherFigures,
]

function Queries({ siteId, days }: { siteId: string; days: number }) {
  const query = read('searchConsoleQueries.list', { params: { id: siteId }, query: { days, limit: 1_000 } })
  return (
    <Collected query={query} isSample={({ sandbox }) => sandbox === true}>
      {({ queries, total, isCut, ...state }) => (
        <>
          <Muted>
            {total > queries.length && `The ${figure(queries.length)} most clicked of ${figure(total)}. `}
            {isCut && `${cutSentence} `}
            Google leaves rare queries out, so they add up to less than the whole.
          </Muted>
          <DataTable
            name="queries"
            columns={queryColumns}
            rows={queries}
            rowId={({ query: text }) => text}
            rowName={({ query: text }) => text}
            defaultSort="-clicks"
            empty={noRows(state, 'Google has no query for these days.')}
          />
        </>
      )}
    </Collected>
  )
}
