import css from './chart.module.css'
import { TimeChart } from './time-chart.tsx'
import type { Note } from './time-drawing.tsx'
import { margin } from './time-plot.ts'

/** How many there are of a kind, day by day. */
export type Layer = { name: string; counts: readonly number[] }
type LayersChartProps = {
  label: string
  days: readonly number[]
  layers: readonly Layer[]
  height?: number
  notes?: readonly Note[]
}

const barWidth = 24

/** How a whole is made up over time: a layer a kind, the first at the bottom. */
export function LayersChart({ label, days, layers, height = 190, notes }: LayersChartProps) {
  const below = (layer: number, i: number) =>
    layers.slice(0, layer).reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0)
  const sums = days.map((_, i) => below(layers.length, i))
  const max = Math.max(1, ...sums)
  // Before it nothing was tracked: a slope from there would be invented.
  const first = Math.max(
    0,
    sums.findIndex((sum) => sum > 0),
  )
  const y = (count: number) => height - ((height - margin.top) * count) / max
  return (
    <TimeChart
      label={label}
      moments={days}
      height={height + 4}
      notes={notes}
      partsAt={(at) =>
        layers.map(({ name, counts }, layer) => ({ name, layer, text: String(counts[days.indexOf(at)] ?? 0) }))
      }
      draw={({ x }) => (
        <>
          {layers.map(({ name }, layer) => (
            <path
              key={name}
              className={css.layer}
              data-layer={layer}
              d={areaOf(days.map(x), first, (i, up) => y(below(layer + up, i)))}
            />
          ))}
          {[0, max / 2, max].map((count) => (
            <text key={count} className={css.tick} x={margin.left - 8} y={y(count)} dy="0.35em" textAnchor="end">
              {Math.round(count)}
            </text>
          ))}
        </>
      )}
    />
  )
}

/** Along the upper edge, and back along the lower one, from the first day on. A single day is a bar. */
function areaOf(xs: readonly number[], first: number, y: (i: number, up: 0 | 1) => number): string {
  const last = xs.length - 1
  const edge = (up: 0 | 1) => xs.map((x, i) => [x, y(i, up)] as const).slice(first)
  const wide = (points: (readonly [number, number])[]) =>
    first < last ? points : points.flatMap(([x, height]) => [[x - barWidth, height] as const, [x, height] as const])
  const path = [...wide(edge(1)), ...wide(edge(0)).toReversed()]
  return `M${path.map(([x, height]) => `${x.toFixed(1)} ${height.toFixed(1)}`).join('L')}Z`
}
