import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { searchConsole as t } from '../../../texts/search-console.ts'
import { type OutputOf, whole } from '../../api/call.ts'
import { Segments } from '../../kit/form/filters.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { spanText } from '../../kit/words/time-text.ts'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { TrackableTable } from '../keywords/exports.ts'
import { rankColumn } from '../ranks/exports.ts'
import { type PeriodDays, periods, usualDays } from './search.ts'

type Query = OutputOf<'searchConsoleQueries.list'>['queries'][number]
const route = getRouteApi(`/inside${pages.searchConsole}`)
export const cutSentence = t.googleHasMore

export function Queries({ siteId }: { siteId: string }) {
  const { days = usualDays } = route.useSearch()
  const navigate = useNavigate({ from: pages.searchConsole })
  const choose = (next: string) =>
    // safe because they are the names of the periods
    void navigate({ search: (before) => ({ ...before, days: Number(next) as PeriodDays }), resetScroll: false })
  const query = whole('searchConsoleQueries.list', { params: { id: siteId }, query: { days } }, 'queries')
  return (
    <Collected query={query}>
      {({ queries, totals, total, startDate, endDate, isCut, ...state }) => (
        <Panel
          title={startDate && endDate ? t.queriesFrom(spanText(startDate, endDate)) : t.queries}
          line={t.daysAreInPacificTime(isCut ? ` ${cutSentence}` : '')}
          actions={<Segments label={t.period} names={periods} chosen={`${days}`} onChoose={choose} />}
        >
          {totals && (
            <Stats>
              <Stat name={t.clicks} figure={figure(totals.clicks)} />
              <Stat name={t.impressions} figure={figure(totals.impressions)} />
            </Stats>
          )}
          <TrackableTable
            siteId={siteId}
            phrases={phrases}
            columns={queryColumns}
            rows={queries}
            noun={t.queriesLower}
            defaultSort="-clicks"
            empty={noRows(state, t.googleHasNoQueries)}
          />
          <FirstRows shown={queries.length} total={total} />
        </Panel>
      )}
    </Collected>
  )
}

const nameOf = ({ query }: Query) => query
const phrases = { phraseOf: nameOf, isTracked: ({ keywordId }: Query) => keywordId !== null }

export const queryColumns: DataColumn<Query>[] = [
  textColumn('query', t.query, nameOf),
  ...figureColumns<Query>(),
  rankColumn('own', t.ourPosition, ({ ownPosition }) => ownPosition, { priority: 2 }),
]

type Figures = Omit<OutputOf<'searchConsoleFigures.list'>['days'][number], 'day'>

export function figureColumns<Row extends Figures>(): DataColumn<Row>[] {
  return [
    figureColumn('clicks', t.clicks, ({ clicks }) => clicks, { width: 120 }),
    figureColumn('impressions', t.impressions, ({ impressions }) => impressions, { width: 120, priority: 2 }),
    figureColumn('ctr', t.ctr, ({ ctr }) => ctr, {
      cell: ({ ctr }) => `${figure(ctr * 100, 1)} %`,
      width: 120,
      priority: 2,
    }),
    figureColumn('position', t.googlesPosition, ({ position }) => position, {
      digits: 1,
      downFirst: false,
      width: 150,
    }),
  ]
}
