import { scaleLinear } from 'd3-scale'
import { kit as t } from '../../../texts/kit.ts'
import { locale } from '../../../texts/locale.ts'
import { figure } from '../words/figure.ts'
import css from './chart.module.css'
import { TimeChart } from './time-chart.tsx'
import type { Note } from './time-drawing.tsx'
import { margin } from './time-plot.ts'

/** A figure day by day; null if unknown. Those that are carried from an earlier day have a hollow mark. */
export type ScoreLine = {
  id: string
  name: string
  values: readonly (number | null)[]
  carried?: readonly boolean[] | undefined
}
type ScoreChartProps = {
  label: string
  days: readonly number[]
  lines: readonly ScoreLine[]
  /** The range that the figure usually keeps, drawn behind the lines; the axis then fits both and need not begin at 0. */
  usual?: { low: number; high: number } | undefined
  unit?: string
  /** The label of a day without a figure. */
  unknown?: string
  height?: number
  notes?: readonly Note[]
}

/** There is room for a few characters beside the axis. */
const short = new Intl.NumberFormat(locale, { notation: 'compact' })
/** More lines would not be distinct by color: the rest is gray, and named under the pointer. */
const maxColours = 6

/** Figures over time, from 0 up where no usual range is known. A day without a figure is a gap. */
export function ScoreChart(props: ScoreChartProps) {
  const { label, days, lines, usual, unit = '', unknown = t.noCheck, height = 190, notes } = props
  const y = scaleLinear(axisOf(lines, usual), [height, margin.top]).nice(4)
  return (
    <TimeChart
      label={label}
      moments={days}
      height={height + 4}
      notes={notes}
      names={lines.map(({ name, values }) => ({ name, y: endOf(values, y) }))}
      partsAt={(at, pointed) =>
        lines
          .map(({ name, values, carried }, line) => {
            const day = days.indexOf(at)
            const value = values[day] ?? null
            const text = value === null ? unknown : `${figure(value, 1)}${unit}`
            return { name, line, text: carried?.[day] ? t.carriedFrom(text) : text }
          })
          .filter(({ line }) => line < maxColours || line === pointed)
      }
      draw={({ x, width }, pointed) => (
        <>
          {usual && (
            <rect
              className={css.usual}
              x={margin.left}
              width={Math.max(0, width - margin.left - margin.right)}
              y={y(usual.high)}
              height={y(usual.low) - y(usual.high)}
            />
          )}
          <Grid ticks={y.ticks(4)} y={y} width={width} />
          {lines.map(({ id, values, carried = [] }, line) => (
            <g
              key={id}
              className={css.series}
              data-line={line}
              data-pointed={line === pointed}
              data-dim={pointed !== undefined && line !== pointed}
            >
              {stretches(values).map((places) => (
                <Stretch key={places[0]} places={places} values={values} days={days} x={x} y={y} />
              ))}
              {days.map((day, i) =>
                carried[i] ? (
                  <circle key={day} className={css.change} cx={x(day)} cy={y(values[i] ?? 0)} r={3} />
                ) : null,
              )}
            </g>
          ))}
        </>
      )}
    />
  )
}

function axisOf(lines: readonly ScoreLine[], usual: ScoreChartProps['usual']): [number, number] {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null))
  if (!usual) return [0, Math.max(1, ...known)]
  return [Math.min(usual.low, ...known), Math.max(usual.high, ...known)]
}

function Grid({ ticks, y, width }: { ticks: readonly number[]; y(value: number): number; width: number }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={css.grid} x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} />
      <text className={css.tick} x={margin.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
        {short.format(tick)}
      </text>
    </g>
  ))
}

type StretchProps = {
  places: readonly number[]
  values: ScoreLine['values']
  days: readonly number[]
  x(at: number): number
  y(value: number): number
}

/** Days after each other that are known, joined; one without neighbours is a dot. */
function Stretch({ places, values, days, x, y }: StretchProps) {
  const points = places.map((i): [number, number] => [x(days[i] ?? 0), y(values[i] ?? 0)])
  const [first] = points
  if (first && points.length === 1) return <circle className={css.point} cx={first[0]} cy={first[1]} r={4} />
  return <polyline className={css.line} points={points.map((point) => point.join(',')).join(' ')} />
}

function endOf(values: ScoreLine['values'], y: (value: number) => number): number | null {
  const last = values.findLast((value) => value !== null)
  return last == null ? null : y(last)
}

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
