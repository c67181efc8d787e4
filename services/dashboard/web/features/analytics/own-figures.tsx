import type { Note } from '../../kit/chart/pins.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { KeywordLayers, Shares } from '../ranks/exports.ts'
import { ComparedChart, chartHeight } from './compared-chart.tsx'
import { type Course, mean, top3AtEnd, top10AtEnd } from './halves.ts'

type OwnFiguresProps = { now: Course; before: Course; notes: readonly Note[] }

/** What the site's own checks say. */
export function OwnFigures({ now, before, notes }: OwnFiguresProps) {
  const look = { notes, height: chartHeight }
  const stat = (name: string, digits: number, of: (course: Course) => number | null) => (
    <Stat name={name} figure={figure(of(now), digits)} hint={`was ${figure(of(before), digits)}`} />
  )
  return (
    <>
      <Stats>
        {stat('Average visibility', 1, ({ hosts }) => mean(hosts[0]?.scores ?? []))}
        {stat('Average share of voice, %', 1, ({ hosts }) => mean(hosts[0]?.shares ?? []))}
        {stat('Top 3 at the end', 0, top3AtEnd)}
        {stat('Top 10 at the end', 0, top10AtEnd)}
      </Stats>
      <Panel title="Visibility" line="The clicks that the positions earn, 100 if all were first.">
        <ComparedChart
          name="Visibility"
          days={now.days}
          now={now.hosts[0]?.scores ?? []}
          before={before.hosts[0]?.scores ?? []}
          unknown="no check"
          notes={notes}
        />
      </Panel>
      <Panel title="Where the keywords stand" line="How many of them, day by day.">
        <KeywordLayers answer={now} {...look} />
      </Panel>
      <Panel title="Share of voice" line="Of a hundred clicks on your keywords, by the positions alone.">
        <Shares answer={now} {...look} />
      </Panel>
    </>
  )
}
