import { reports as t } from '../../../texts/reports.ts'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { figure } from '../../kit/words/figure.ts'
import { additionsOf, KeywordLayers } from '../ranks/exports.ts'
import type { PartOf } from './document.ts'

/** How visible the site was, and where its keywords were on each day. */
export function VisibilityPart({ part: { days, scores, carried, counts, compared } }: { part: PartOf<'visibility'> }) {
  const { score = null, before = null, added = 0 } = compared ?? {}
  const withAdded = t.withAdded(added, figure(scores.at(-1) ?? null, 1))
  const was = t.was(figure(before, 1))
  return (
    <Columns>
      <Panel title={t.parts.visibility} line={t.visibilityLine}>
        <Stats>
          <Stat name={t.parts.visibility} figure={figure(score, 1)} hint={added > 0 ? `${was} · ${withAdded}` : was} />
        </Stats>
        <ScoreChart
          label={t.parts.visibility}
          days={days.map((day) => Date.parse(day))}
          lines={[{ id: 'own', name: t.parts.visibility, values: scores, carried }]}
          notes={additionsOf(days, counts.added)}
        />
      </Panel>
      <Panel title={t.keywordsByPosition} line={t.positionsLine}>
        <KeywordLayers answer={{ days, counts, hosts: [], notes: [] }} />
      </Panel>
    </Columns>
  )
}
