import css from './chart.module.css'
import type { Note } from './pins.tsx'
import { TimeChart } from './time-chart.tsx'
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

/** How a whole is made up over time: a layer a kind, the first at the bottom. */
export function LayersChart({ label, days, layers, height = 190, notes }: LayersChartProps) {
  const below = (layer: number, i: number) =>
    layers.slice(0, layer).reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0)
  const most = Math.max(1, ...days.map((_, i) => below(layers.length, i)))
  const y = (count: number) => height - ((height - margin.top) * count) / most
  return (
    <TimeChart
      label={label}
      moments={days}
      height={height + 4}
      {...(notes && { notes })}
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
              d={areaOf(days.map(x), (i, up) => y(below(layer + up, i)))}
            />
          ))}
          {[0, most / 2, most].map((count) => (
            <text key={count} className={css.tick} x={margin.left - 8} y={y(count)} dy="0.35em" textAnchor="end">
              {Math.round(count)}
            </text>
          ))}
        </>
      )}
    />
  )
}

/** Along the upper edge, and back along the lower one. A single day is a bar. */
function areaOf(xs: readonly number[], y: (i: number, up: 0 | 1) => number): string {
  const wide = xs.length === 1 ? [...xs, (xs[0] ?? 0) + 24] : xs
  const place = (i: number, up: 0 | 1) => `${(wide[i] ?? 0).toFixed(1)} ${y(Math.min(i, xs.length - 1), up).toFixed(1)}`
  const upper = wide.map((_, i) => place(i, 1))
  const lower = wide.map((_, i) => place(i, 0)).toReversed()
  return `M${[...upper, ...lower].join('L')}Z`
}
