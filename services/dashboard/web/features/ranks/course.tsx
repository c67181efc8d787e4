import { useState } from 'react'
import { ranks as t } from '../../../texts/ranks.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Charted } from '../../kit/chart/charted.tsx'
import { LayersChart } from '../../kit/chart/layers-chart.tsx'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import type { Note } from '../../kit/chart/time-drawing.tsx'
import { Segments } from '../../kit/form/filters.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { dayColumn, figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Notes, notesOf } from '../notes/exports.ts'

type Answer = OutputOf<'visibility.list'>

const layers = {
  top3: '1–3',
  top10: '4–10',
  top20: '11–20',
  top50: '21–50',
  top100: '51–100',
  notFound: t.notFound,
  unchecked: t.noCheck,
} as const
// safe because the keys of an object are its own names
const buckets = Object.keys(layers) as (keyof typeof layers)[]

/** Visibility and positions of a site, or of its keywords with a tag, day by day. */
export function courseOf(siteId: string, days: number, tag?: string) {
  const query = { days, hosts: 'own', ...(tag !== undefined && { tag }) } as const
  return read('visibility.list', { params: { id: siteId }, query })
}

type View = 'visibility' | 'positions'
const views = { visibility: t.visibility, positions: t.positions }

/** How a site, or its keywords with a tag, came to where it is: its visibility, or where the keywords stood on each day. */
export function Course({ siteId, days, tag }: { siteId: string; days: number; tag?: string | undefined }) {
  const [view, setView] = useState<View>('visibility')
  const isVisibility = view === 'visibility'
  return (
    <Loaded query={courseOf(siteId, days, tag)}>
      {(answer) => (
        <Panel
          title={isVisibility ? t.visibility : t.keywordsByPosition}
          line={isVisibility ? lineOf(answer) : t.numberOfKeywords}
          actions={
            <>
              <Segments<View> label={t.chart} names={views} chosen={view} onChoose={setView} />
              <Notes siteId={siteId} />
            </>
          }
        >
          {isVisibility ? <VisibilityChart answer={answer} /> : <KeywordLayers answer={answer} height={chartHeight} />}
        </Panel>
      )}
    </Loaded>
  )
}

const chartHeight = 240

function VisibilityChart({ answer }: { answer: Answer }) {
  const { days, hosts, usual, notes, counts } = answer
  return (
    <Charted
      name={t.visibility.toLowerCase()}
      chart={
        <ScoreChart
          label={t.visibility}
          days={days.map((day) => Date.parse(day))}
          lines={hosts.map(({ domain, scores, carried }) => ({
            id: domain,
            name: t.visibilityLower,
            values: scores,
            carried,
          }))}
          usual={usual ?? undefined}
          height={chartHeight}
          notes={[...notesOf(notes), ...additionsOf(days, counts.added)]}
        />
      }
      columns={scoreColumns}
      rows={rowsOf(answer)}
    />
  )
}

/** A mark on each day on which keywords were added: from then on the visibility is one of others too. */
export function additionsOf(days: readonly string[], added: readonly number[] = []): Note[] {
  return days.flatMap((day, i) => {
    const count = added[i] ?? 0
    return count > 0 ? [{ at: Date.parse(day), text: t.keywordsAdded(count) }] : []
  })
}

function lineOf({ usual }: Answer): string {
  return usual ? `${t.shareOfClicks} ${t.usually(figure(usual.low, 1), figure(usual.high, 1))}` : t.shareOfClicks
}

export function KeywordLayers({ answer, ...look }: { answer: Answer; height?: number; notes?: readonly Note[] }) {
  return (
    <Charted
      name={t.keywordsByPosition.toLowerCase()}
      chart={
        <LayersChart
          label={t.keywordsByPosition}
          days={answer.days.map((day) => Date.parse(day))}
          layers={buckets.map((bucket) => ({ name: layers[bucket], counts: answer.counts[bucket] }))}
          {...look}
        />
      }
      columns={countColumns}
      rows={rowsOf(answer)}
    />
  )
}

type DayRow = { day: string; score: number | null; carried: boolean; added: number } & Record<
  keyof typeof layers,
  number
>

function rowsOf({ days, counts, hosts }: Answer): DayRow[] {
  const [own] = hosts
  const rows = days.map((day, i) => {
    const of = (bucket: keyof typeof layers) => counts[bucket][i] ?? 0
    return {
      day,
      score: own?.scores[i] ?? null,
      carried: own?.carried?.[i] ?? false,
      added: counts.added?.[i] ?? 0,
      notFound: of('notFound'),
      unchecked: of('unchecked'),
      top3: of('top3'),
      top10: of('top10'),
      top20: of('top20'),
      top50: of('top50'),
      top100: of('top100'),
    }
  })
  return rows.reverse()
}

const scoreColumns: DataColumn<DayRow>[] = [
  dayColumn,
  figureColumn('score', t.visibility, ({ score }) => score, { digits: 1 }),
  textColumn('carried', t.carried, ({ carried }) => (carried ? t.yes : '')),
  figureColumn('added', t.added, ({ added }) => added),
]
const countColumns: DataColumn<DayRow>[] = [
  dayColumn,
  ...buckets.map((bucket) => figureColumn<DayRow>(bucket, layers[bucket], (row) => row[bucket])),
]
