import { analytics as t } from '../../../texts/analytics.ts'
import type { Note } from '../../kit/chart/pins.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { KeywordLayers, Shares } from '../ranks/exports.ts'
import { ComparedChart, chartHeight } from './compared-chart.tsx'
import { type Course, mean, top3AtEnd, top10AtEnd } from './halves.ts'

type OwnFiguresProps = { now: Course; before: Course; notes: readonly Note[] }

export function OwnFigures({ now, before, notes }: OwnFiguresProps) {
  const look = { notes, height: chartHeight }
  const stat = (name: string, digits: number, of: (course: Course) => number | null) => (
    <Stat name={name} figure={figure(of(now), digits)} hint={t.wasNamed(figure(of(before), digits))} />
  )
  return (
    <>
      <Stats>
        {stat(t.averageVisibility, 1, ({ hosts }) => mean(hosts[0]?.scores ?? []))}
        {stat(t.averageShareOfVoice, 1, ({ hosts }) => mean(hosts[0]?.shares ?? []))}
        {stat(t.top3AtTheEnd, 0, top3AtEnd)}
        {stat(t.top10AtTheEnd, 0, top10AtEnd)}
      </Stats>
      <Panel title={t.visibility} line={t.shareOfClicks}>
        <ComparedChart
          name="Visibility"
          days={now.days}
          now={now.hosts[0]?.scores ?? []}
          before={before.hosts[0]?.scores ?? []}
          unknown={t.noCheck}
          notes={notes}
        />
      </Panel>
      <Panel title={t.keywordsByPosition} line={t.numberOfKeywords}>
        <KeywordLayers answer={now} {...look} />
      </Panel>
      <Panel title={t.shareOfVoice} line={t.shareOfTheClicks}>
        <Shares answer={now} {...look} />
      </Panel>
    </>
  )
}
