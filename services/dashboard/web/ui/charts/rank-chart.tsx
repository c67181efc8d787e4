import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useWidth } from '../use-width.ts'
import css from './rank-chart.module.css'
import { nearest, type RankPoint, type RankSeries } from './rank-line.ts'
import { RankCursor, RankMarks, RankScales } from './rank-marks.tsx'
import { plotOf, size } from './rank-plot.ts'
import { RankReading } from './rank-reading.tsx'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -30, PageDown: 30, Home: -1e9, End: 1e9 }

/**
 * Positions over time. Not found has a lane of its own below the axis and is never a number on it; a failed check is a cross between
 * the two; a time without checks is a gap.
 */
export function RankChart({ label, series }: { label: string; series: RankSeries }) {
  const [box, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<RankPoint>()
  const { points } = series
  const plot = plotOf(series, width)
  const shown = active ?? points.at(-1)
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    setActive(nearest(points, plot.x.invert(clientX - currentTarget.getBoundingClientRect().left).getTime()))
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined || !shown) return
    event.preventDefault()
    setActive(points[Math.max(0, Math.min(points.length - 1, points.indexOf(shown) + by))])
  }
  return (
    <div ref={box} className={css.box}>
      {shown && <RankReading {...{ label, points, shown }} depth={series.depth} onKeyDown={step} />}
      {width > 0 && (
        <svg
          className={css.chart}
          width={width}
          height={size.height}
          aria-hidden="true"
          onPointerMove={point}
          onPointerLeave={() => setActive(undefined)}
        >
          <RankScales plot={plot} depth={series.depth} />
          <RankMarks plot={plot} series={series} />
          {active && <RankCursor plot={plot} point={active} />}
        </svg>
      )}
    </div>
  )
}
