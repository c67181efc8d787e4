import { useId, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Segments } from '../form/filters.tsx'
import { UtcMoment } from '../words/time.tsx'
import css from './chart.module.css'
import {
  depthChanges,
  failedOn,
  momentsOf,
  pointOn,
  type RankLine,
  type RankScale,
  type RankSeries,
  rankAxis,
  rankScales,
} from './rank-line.ts'
import { RankMarks, RankScales, size } from './rank-marks.tsx'
import { type Part, TimeChart } from './time-chart.tsx'
import type { Note } from './time-drawing.tsx'
import { margin } from './time-plot.ts'

type RankChartProps = {
  label: string
  series: RankSeries
  notes?: readonly Note[]
  /** When the keyword is checked next; said while a single check is all there is. */
  nextCheckAt: string | null
}

/**
 * Positions over time, of one keyword or a few. Not found has a lane of its own below the axis and is never a number on it; a failed
 * check is a cross between the two; a time without checks is a gap.
 */
export function RankChart({ label, series, notes, nextCheckAt }: RankChartProps) {
  const hatch = useId()
  const [scale, setScale] = useState<RankScale>('log')
  const { lines, depth } = series
  const found = lines.flatMap(({ points }) => points.map(({ position }) => position)).filter((position) => position > 0)
  const axis = rankAxis(found, size.ranks, scale)
  const y = (position: number) => margin.top + axis.y(position)
  const moments = momentsOf(lines)
  return (
    <>
      <div className={css.scale}>
        <Segments label={t.scale} names={rankScales} chosen={scale} onChoose={(next) => setScale(next)} />
      </div>
      <TimeChart
        label={label}
        moments={moments}
        height={size.lane + size.laneHeight}
        notes={notes}
        names={lines.map(({ name, points }) => ({ name, y: endOf(points.at(-1)?.position, y) }))}
        partsAt={(at) => lines.map((line, i) => partOf(line, at, lines.length > 1 ? i : undefined, depth))}
        draw={({ x, width }, pointed) => (
          <>
            <RankScales y={y} width={width} depth={depth} hatch={hatch} rungs={axis.rungs} />
            {lines.map((line, i) => (
              <g key={line.id} className={css.series} data-line={i} data-dim={pointed !== undefined && pointed !== i}>
                <RankMarks x={x} y={y} line={line} isFirst={i === 0} />
              </g>
            ))}
          </>
        )}
      />
      {moments.length === 1 && nextCheckAt !== null && (
        <p className={css.next}>{t.nextCheck(<UtcMoment at={nextCheckAt} />)}</p>
      )}
    </>
  )
}

/** Where a line ends: at its last position, or in the lane. */
function endOf(position: number | undefined, y: (position: number) => number): number | null {
  if (position === undefined) return null
  return position > 0 ? y(position) : size.missing
}

function partOf(line: RankLine, at: number, place: number | undefined, depth: number | null): Part {
  const point = pointOn(line, at)
  const words = wordsOf(line, at, depth)
  if (place !== undefined) return { name: line.name, text: words, line: place }
  const isDeeper = point && depthChanges(line.points).includes(point)
  return {
    name: '',
    text: [words, isDeeper && t.topOnlyFromHere(point.depth ?? 0), point?.url].filter(Boolean).join(' · '),
  }
}

function wordsOf(line: RankLine, at: number, lastDepth: number | null): string {
  const point = pointOn(line, at)
  if (!point) return failedOn(line, at) ? t.theCheckFailed : t.noCheck
  if (point.position > 0) return t.position(point.position)
  return t.notFoundWithin(point.depth ?? lastDepth)
}
