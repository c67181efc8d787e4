import { analytics as t } from '../../../texts/analytics.ts'
import { Charted } from '../../kit/chart/charted.tsx'
import { ScoreChart } from '../../kit/chart/score-chart.tsx'
import type { Note } from '../../kit/chart/time-drawing.tsx'
import { dayColumn, figureColumn } from '../../kit/table/columns.tsx'

type Values = readonly (number | null)[]
type ComparedChartProps = {
  name: string
  days: readonly string[]
  now: Values
  /** Of the same days a period earlier. */
  before: Values
  /** Which days of `now` and `before` have values of earlier ones. */
  carried?: { now?: readonly boolean[] | undefined; before?: readonly boolean[] | undefined }
  /** The label of a day without a figure. */
  unknown: string
  notes: readonly Note[]
  /** The head of the days, where they are not UTC's. */
  dayHead?: string
}
type DayRow = { day: string; now: number | null; before: number | null }

export const chartHeight = 120

/** A figure day by day, beside the period before. */
export function ComparedChart(props: ComparedChartProps) {
  const { name, days, now, before, carried, unknown, notes, dayHead = dayColumn.head } = props
  const earlier = t.daysEarlier(days.length)
  const column = (id: 'now' | 'before', head: string) => figureColumn<DayRow>(id, head, (row) => row[id], { digits: 1 })
  const rows = days.map((day, i) => ({ day, now: now[i] ?? null, before: before[i] ?? null }))
  return (
    <Charted
      name={name.toLowerCase()}
      chart={
        <ScoreChart
          label={name}
          days={days.map((day) => Date.parse(day))}
          lines={[
            { id: 'now', name: name.toLowerCase(), values: now, carried: carried?.now },
            { id: 'before', name: earlier, values: before, carried: carried?.before },
          ]}
          unknown={unknown}
          notes={notes}
          height={chartHeight}
        />
      }
      columns={[{ ...dayColumn, head: dayHead }, column('now', name), column('before', earlier)]}
      rows={rows.reverse()}
    />
  )
}
