import { useQuery } from '@tanstack/react-query'
import { resultsPages as t } from '../../../texts/results-pages.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Charted } from '../../kit/chart/charted.tsx'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { dayColumn, figureColumn } from '../../kit/table/columns.tsx'

type Counts = OutputOf<'pageBlocks.list'>['counts']

type DayRow = { day: string } & Record<keyof Counts, number>

/** How many keywords' pages had an AI overview or a featured snippet, day by day; nothing where no provider says so. */
export function BlocksOverTime({ siteId, days }: { siteId: string; days: number }) {
  const { data } = useQuery(read('pageBlocks.list', { params: { id: siteId }, query: { days } }))
  if (!data || ![...data.counts.aiKnown, ...data.counts.snippetKnown].some((count) => count > 0)) return null
  const { days: axis, counts } = data
  const line = (name: string, of: keyof Counts, known: 'aiKnown' | 'snippetKnown') => ({
    id: of,
    name,
    values: counts[of].map((count, i) => ((counts[known][i] ?? 0) > 0 ? count : null)),
  })
  return (
    <Panel title={t.overTime} line={axis.length < days ? t.overTimeOf(axis.length) : t.overTimeLine}>
      <Charted
        name={t.overTime}
        chart={
          <ScoreChart
            label={t.overTime}
            days={axis.map((day) => Date.parse(day))}
            lines={[
              line(t.aiOverview, 'aiOverview', 'aiKnown'),
              line(t.citesYou, 'aiCited', 'aiKnown'),
              line(t.snippet, 'snippet', 'snippetKnown'),
              line(t.yourSnippet, 'ownSnippet', 'snippetKnown'),
            ]}
          />
        }
        columns={columns}
        rows={rowsOf(data)}
      />
    </Panel>
  )
}

function rowsOf({ days, counts }: OutputOf<'pageBlocks.list'>): DayRow[] {
  const rows = days.map((day, i) => ({
    day,
    aiKnown: counts.aiKnown[i] ?? 0,
    aiOverview: counts.aiOverview[i] ?? 0,
    aiCited: counts.aiCited[i] ?? 0,
    snippetKnown: counts.snippetKnown[i] ?? 0,
    snippet: counts.snippet[i] ?? 0,
    ownSnippet: counts.ownSnippet[i] ?? 0,
  }))
  return rows.reverse()
}

const columns: DataColumn<DayRow>[] = [
  dayColumn,
  figureColumn('aiOverview', t.kinds.ai_overview, ({ aiOverview }) => aiOverview),
  figureColumn('aiCited', t.aiOverviewCites, ({ aiCited }) => aiCited),
  figureColumn('snippet', t.kinds.snippet, ({ snippet }) => snippet),
  figureColumn('ownSnippet', t.ownSnippet, ({ ownSnippet }) => ownSnippet),
]
