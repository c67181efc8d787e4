import css from './rank-chart.module.css'
import { type RankPoint, type RankSeries, stretchesOf, urlChanges } from './rank-line.ts'
import { type RankPlot, size } from './rank-plot.ts'

const firstPage = 10
const laneEnd = size.lane + size.laneHeight

/** Ranks to the left, dates below, and the lane of what was not found. */
export function RankScales({ plot: { x, y, rungs, dates, width }, depth }: { plot: RankPlot; depth: number | null }) {
  const inner = width - size.left
  return (
    <>
      <rect className={css.firstPage} x={size.left} y={size.top} width={inner} height={y(firstPage) - size.top} />
      {rungs.map((rung) => (
        <g key={rung}>
          <line
            className={css.grid}
            data-page={rung === firstPage}
            x1={size.left}
            x2={width}
            y1={y(rung)}
            y2={y(rung)}
          />
          <text className={css.tick} x={size.left - 8} y={y(rung)} dy="0.35em" textAnchor="end">
            {rung}
          </text>
        </g>
      ))}
      <rect className={css.lane} x={size.left} y={size.lane} width={inner} height={size.laneHeight} />
      <text className={css.tick} x={size.left + 8} y={size.lane + size.laneHeight / 2} dy="0.35em">
        not found{depth === null ? '' : ` in the top ${depth}`}
      </text>
      {dates.map(({ date, text }) => (
        <text key={date.getTime()} className={css.tick} x={x(date)} y={size.height - 4} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  )
}

/** What the checks brought. */
export function RankMarks({ plot: { x, y }, series }: { plot: RankPlot; series: RankSeries }) {
  const { points, failures, rhythmMs } = series
  return (
    <>
      {stretchesOf(points, rhythmMs).map((stretch) => {
        const place = ({ at, position }: RankPoint) => `${x(at)},${y(position)}`
        // A dot: a line of one point cannot be seen.
        return (
          <polyline
            key={stretch[0]?.at}
            className={css.line}
            points={[...stretch, ...stretch.slice(-1)].map(place).join(' ')}
          />
        )
      })}
      {points
        .filter(({ position }) => position === 0)
        .map(({ at }) => (
          <rect
            key={at}
            className={css.missing}
            x={x(at) - 1.5}
            y={size.lane + 5}
            width={3}
            height={size.laneHeight - 10}
          />
        ))}
      {failures.map((at) => (
        <path key={at} className={css.failure} d={`M${x(at) - 3.5} ${size.failures - 3.5}l7 7m0-7l-7 7`} />
      ))}
      {urlChanges(points).map(({ at, position }) => (
        <path key={at} className={css.change} d={`M${x(at)} ${y(position) - 5}l5 5l-5 5l-5-5z`} />
      ))}
    </>
  )
}

/** The check that is pointed at. */
export function RankCursor({ plot: { x, y }, point: { at, position } }: { plot: RankPlot; point: RankPoint }) {
  return (
    <>
      <line className={css.cursor} x1={x(at)} x2={x(at)} y1={size.top} y2={laneEnd} />
      {position > 0 && <circle className={css.dot} cx={x(at)} cy={y(position)} r={4.5} />}
    </>
  )
}
