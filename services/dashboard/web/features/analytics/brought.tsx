import { useQuery } from '@tanstack/react-query'
import { analytics as t } from '../../../texts/analytics.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { spanText } from '../../kit/words/time-text.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { cutSentence, figureColumns, queryColumns } from '../search-console/exports.ts'
import { figuresOf } from './google-figures.tsx'

type PageRow = OutputOf<'searchConsoleFigures.list'>['pages'][number]

/** Pages and queries that brought clicks. Queries are read when their tab is open. */
export function Brought({ siteId, days }: { siteId: string; days: number }) {
  const { data } = useQuery(figuresOf(siteId, days))
  if (!data?.startDate) return null
  return (
    <Panel title={t.sourcesOfClicks} line={t.countedGoogle(spanText(data.startDate, data.endDate ?? data.startDate))}>
      <Tabs
        label={t.clicksBy}
        tabs={[
          [t.pages, <Pages key="pages" rows={data.pages} />],
          [t.queries, <Queries key="queries" siteId={siteId} days={days} />],
        ]}
      />
    </Panel>
  )
}

function Pages({ rows }: { rows: PageRow[] }) {
  return (
    <>
      <Muted>{t.atMostThe1}</Muted>
      <DataTable
        noun={t.pagesLower}
        columns={pageColumns}
        rows={rows}
        rowId={({ page }) => page}
        defaultSort="-clicks"
        empty={t.googleHasNoPages}
      />
    </>
  )
}

const [clicks, ...otherFigures] = figureColumns<PageRow>()
const pageColumns: DataColumn<PageRow>[] = [
  textColumn('page', t.page, ({ page }) => page),
  ...(clicks ? [clicks] : []),
  figureColumn('before', t.clicksBefore, ({ previousClicks }) => previousClicks, {
    priority: 2,
    width: 130,
    cell: ({ previousClicks }) => figure(previousClicks),
  }),
  ...otherFigures,
]

function Queries({ siteId, days }: { siteId: string; days: number }) {
  const query = read('searchConsoleQueries.list', { params: { id: siteId }, query: { days, limit: 1_000 } })
  return (
    <Collected query={query}>
      {({ queries, total, isCut, ...state }) => (
        <>
          <Muted>
            {t.googleLeavesOutRareQueries(
              total > queries.length ? t.mostClicked(figure(queries.length), figure(total)) : '',
              isCut ? `${cutSentence} ` : '',
            )}
          </Muted>
          <DataTable
            noun={t.queriesLower}
            columns={queryColumns}
            rows={queries}
            rowId={({ query: text }) => text}
            defaultSort="-clicks"
            empty={noRows(state, t.googleHasNoQueries)}
          />
        </>
      )}
    </Collected>
  )
}
