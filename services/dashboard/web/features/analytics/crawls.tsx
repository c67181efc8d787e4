import { Link } from '@tanstack/react-router'
import { analytics as t } from '../../../texts/analytics.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Charted } from '../../kit/chart/charted.tsx'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import type { Note } from '../../kit/chart/time-drawing.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { capitalised } from '../../kit/words/figure.ts'
import { UtcMoment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { chartHeight } from './compared-chart.tsx'

type Crawl = OutputOf<'crawls.list'>['crawls'][number]
const severities = ['errors', 'warnings', 'notices'] as const

export function Crawls({ siteId, axis, notes }: { siteId: string; axis: readonly string[]; notes: readonly Note[] }) {
  return (
    <Panel
      title={t.onPageIssues}
      line={
        <Link to={pages.issues} params={{ siteId }}>
          {t.issuesAndHowToFix}
        </Link>
      }
    >
      <Loaded query={read('crawls.list', { params: { id: siteId } })}>
        {({ crawls }) => {
          const ended = crawls.filter((crawl) => axis.includes(dayOf(crawl)))
          if (ended.length === 0) return <p>{t.noCrawlEnded}</p>
          return (
            <Charted
              name={t.issuesByCrawl.toLowerCase()}
              chart={
                <ScoreChart
                  label={t.issuesByCrawl}
                  days={axis.map((day) => Date.parse(day))}
                  lines={severities.map((name) => ({
                    id: name,
                    name: t[name],
                    values: axis.map((day) => lastOf(ended, day)?.[name] ?? null),
                  }))}
                  notes={notes}
                  unknown={t.noCrawl}
                  height={chartHeight}
                />
              }
              columns={columns}
              rows={ended}
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}

function dayOf({ endedAt }: Crawl): string {
  return endedAt?.slice(0, 10) ?? ''
}

function lastOf(crawls: readonly Crawl[], day: string): Crawl | undefined {
  return crawls.find((crawl) => dayOf(crawl) === day)
}

const columns: DataColumn<Crawl>[] = [
  textColumn('ended', t.ended, ({ endedAt }) => endedAt, {
    cell: ({ endedAt }) => endedAt && <UtcMoment at={endedAt} />,
  }),
  ...(['pagesDone', ...severities] as const).map((name) =>
    figureColumn(name, name === 'pagesDone' ? t.pages : capitalised(name), (crawl: Crawl) => crawl[name], {
      downFirst: false,
      width: undefined,
    }),
  ),
]
