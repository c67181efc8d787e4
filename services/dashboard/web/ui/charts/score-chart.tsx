import { scaleLinear } from 'd3-scale'
import { figure } from '../figure.tsx'
import css from './chart.module.css'
import { type Note, TimeChart } from './time-chart.tsx'
import { margin } from './time-plot.ts'

/** A figure of somebody day by day; null where nobody knows it. */
export type ScoreLine = { id: string; name: string; values: readonly (number | null)[] }
type ScoreChartProps = {
  label: string
  days: readonly number[]
  lines: readonly ScoreLine[]
  /** What stands behind a figure, such as `%`. */
  unit?: string
  notes?: readonly Note[]
}

const height = 190

/** Figures from 0 up over time. A day that nobody knows is a gap. */
export function ScoreChart({ label, days, lines, unit = '', notes }: ScoreChartProps) {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const y = scaleLinear([0, most], [height, margin.top]).nice(4)
  return (
    <TimeChart
      label={label}
      moments={days}
      height={height + 4}
      {...(notes && { notes })}
      partsAt={(at) =>
        lines.map(({ name, values }, line) => ({ name, line, text: textOf(values[days.indexOf(at)] ?? null, unit) }))
      }
      draw={({ x, width }) => (
        <>
          {y.ticks(4).map((tick) => (
            <g key={tick}>
              <line className={css.grid} x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text className={css.tick} x={margin.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                {tick}
              </text>
            </g>
          ))}
          {lines.map(({ id, values }, line) => (
            <g key={id} className={css.series} data-line={line}>
              {stretches(values).map((stretch) => (
                <polyline
                  key={stretch[0]}
                  className={css.line}
                  // Its last point twice: a line of one point is a dot.
                  points={[...stretch, ...stretch.slice(-1)]
                    .map((i) => `${x(days[i] ?? 0)},${y(values[i] ?? 0)}`)
                    .join(' ')}
                />
              ))}
            </g>
          ))}
        </>
      )}
    />
  )
}

function textOf(value: number | null, unit: string): string {
  return value === null ? 'no check' : `${figure(value, 1)}${unit}`
}

/** The places of known values, in unbroken rows. */
function stretches(values: readonly (number | null)[]): number[][] {
  const found: number[][] = []
  for (const [i, value] of values.entries()) {
    if (value === null) continue
    const last = found.at(-1)
    if (last?.at(-1) === i - 1) last.push(i)
    else found.push([i])
  }
  return found
}
