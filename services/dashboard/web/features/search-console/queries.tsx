import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { Segments } from '../../kit/form/toggles.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn } from '../../kit/table/columns.tsx'
import { FirstRows } from '../../kit/table/first-rows.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { spanText } from '../../kit/words/time-text.ts'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { PhraseTable } from '../keywords/exports.ts'
import { rankColumn } from '../ranks/exports.ts'
import { figureColumns } from './figure-columns.tsx'
import { type PeriodDays, periods, usualDays } from './search.ts'

type Query = OutputOf<'searchConsoleQueries.list'>['queries'][number]
const route = getRouteApi(`/inside${pages.searchConsole}`)
/** What `isCut` means. */
export const cutSentence = 'Google has more: these are of the hundred thousand most clicked.'

/** The queries that led to the site, with our position beside Google's average. */
export function Queries({ siteId }: { siteId: string }) {
  const { days = usualDays } = route.useSearch()
  const navigate = useNavigate({ from: pages.searchConsole })
  const choose = (next: string) =>
    // safe because they are the names of the periods
    void navigate({ search: (before) => ({ ...before, days: Number(next) as PeriodDays }), resetScroll: false })
  const query = whole('searchConsoleQueries.list', { params: { id: siteId }, query: { days } }, 'queries')
  return (
    <Collected query={query} isSample={({ sandbox }) => sandbox === true}>
      {({ queries, totals, total, startDate, endDate, isCut, ...state }) => (
        <Panel
          title={startDate && endDate ? `Queries from ${spanText(startDate, endDate)}` : 'Queries'}
          line={`Days end in California. Google leaves rare queries out, so rows add up to less than the whole.${isCut ? ` ${cutSentence}` : ''}`}
          actions={<Segments label="Period" names={periods} chosen={`${days}`} onChoose={choose} />}
        >
          {totals && (
            <Stats>
              <Stat name="Clicks" figure={figure(totals.clicks)} />
              <Stat name="Impressions" figure={figure(totals.impressions)} />
            </Stats>
          )}
          <PhraseTable
            siteId={siteId}
            phrases={phrases}
            columns={queryColumns}
            rows={queries}
            name="queries"
            defaultSort="-clicks"
            empty={noRows(state, 'Google has no query for these days.')}
          />
          <FirstRows shown={queries.length} total={total} />
        </Panel>
      )}
    </Collected>
  )
}

const nameOf = ({ query }: Query) => query
const phrases = { phraseOf: nameOf, isTracked: ({ keywordId }: Query) => keywordId !== null }

/** A query with what Google says of it, and our own position. */
export const queryColumns: DataColumn<Query>[] = [
  textColumn('query', 'Query', nameOf),
  ...figureColumns<Query>(),
  rankColumn('own', 'Ours', ({ ownPosition }) => ownPosition, { priority: 2 }),
]
