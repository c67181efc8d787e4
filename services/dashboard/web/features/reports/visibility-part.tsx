import { reports as t } from '../../../texts/reports.ts'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { KeywordLayers } from '../ranks/exports.ts'
import type { PartOf } from './document.ts'

/** How visible the site was, and where its keywords were on each day. */
export function VisibilityPart({ part: { days, scores, counts } }: { part: PartOf<'visibility'> }) {
  const known = scores.filter((score) => score !== null)
  const now = known.at(-1) ?? null
  return (
    <Columns>
      <Panel title={t.parts.visibility} line={t.visibilityLine}>
        <Stats>
          <Stat name={t.parts.visibility} figure={figure(now, 1)} hint={t.was(figure(known[0] ?? null, 1))} />
        </Stats>
        <ScoreChart
          label={t.parts.visibility}
          days={days.map((day) => Date.parse(day))}
          lines={[{ id: 'own', name: t.parts.visibility, values: scores }]}
        />
      </Panel>
      <Panel title={t.keywordsByPosition} line={t.positionsLine}>
        <KeywordLayers answer={{ days, counts, hosts: [], notes: [] }} />
      </Panel>
    </Columns>
  )
}
