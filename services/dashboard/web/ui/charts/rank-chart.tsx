import { useId } from 'react'
import css from './chart.module.css'
import { rankAxis } from './rank-axis.ts'
import { failedOn, momentsOf, pointOn, type RankLine, type RankSeries } from './rank-line.ts'
import { RankMarks, RankScales, size } from './rank-marks.tsx'
import type { Part } from './reading.tsx'
import { type Note, TimeChart } from './time-chart.tsx'
import { margin } from './time-plot.ts'

/**
 * Positions over time, of one keyword or a few. Not found has a lane of its own below the axis and is never a number on it; a failed
 * check is a cross between the two; a time without checks is a gap.
 */
export function RankChart({ label, series, notes }: { label: string; series: RankSeries; notes?: readonly Note[] }) {
  const hatch = useId()
  const { lines, depth } = series
  const found = lines.flatMap(({ points }) => points.map(({ position }) => position)).filter((position) => position > 0)
  const axis = rankAxis(found, size.ranks)
  const y = (position: number) => margin.top + axis.y(position)
  return (
    <TimeChart
      label={label}
      moments={momentsOf(lines)}
      height={size.lane + size.laneHeight}
      {...(notes && { notes })}
      partsAt={(at) => lines.map((line, i) => partOf(line, at, lines.length > 1 ? i : undefined, depth))}
      draw={({ x, width }) => (
        <>
          <RankScales {...{ y, width, depth, hatch }} rungs={axis.rungs} />
          {lines.map((line, i) => (
            <g key={line.id} className={css.series} data-line={i}>
              <RankMarks {...{ x, y, line }} rhythmMs={series.rhythmMs} />
            </g>
          ))}
        </>
      )}
    />
  )
}

function partOf(line: RankLine, at: number, place: number | undefined, depth: number | null): Part {
  const point = pointOn(line, at)
  if (place !== undefined) return { name: line.name, text: wordsOf(line, at, depth), line: place }
  return { name: '', text: point?.url ? `${wordsOf(line, at, depth)} · ${point.url}` : wordsOf(line, at, depth) }
}

function wordsOf(line: RankLine, at: number, depth: number | null): string {
  const point = pointOn(line, at)
  if (!point) return failedOn(line, at) ? 'the check failed' : 'no check'
  if (point.position > 0) return `position ${point.position}`
  return `not found${depth === null ? '' : ` in the top ${depth}`}`
}
