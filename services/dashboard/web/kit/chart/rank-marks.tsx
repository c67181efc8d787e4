import { kit as t } from '../../../texts/kit.ts'
import { dayText } from '../words/time-text.ts'
import css from './chart.module.css'
import { depthChanges, dropsOf, type RankLine, type RankPoint, stretchesOf, urlChanges } from './rank-line.ts'
import { margin } from './time-plot.ts'

/** Pixels: the height of the ranks, then the places of failed checks, and of the lane of what was not found with its marks. */
export const size = { ranks: 204, failures: 227, lane: 238, laneHeight: 28, missing: 257 }

const firstPage = 10
const laneText = size.lane + 10

type ScalesProps = {
  y(position: number): number
  rungs: readonly number[]
  width: number
  depth: number | null
  hatch: string
}

export function RankScales({ y, rungs, width, depth, hatch }: ScalesProps) {
  const inner = Math.max(0, width - margin.left)
  return (
    <>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={css.lane} />
          <path d="M0 0V6" className={css.hatch} />
        </pattern>
      </defs>
      <rect className={css.firstPage} x={margin.left} y={margin.top} width={inner} height={y(firstPage) - margin.top} />
      {rungs.map((rung) => (
        <g key={rung}>
          <line
            className={css.grid}
            data-page={rung === firstPage}
            x1={margin.left}
            x2={width}
            y1={y(rung)}
            y2={y(rung)}
          />
          <text className={css.tick} x={margin.left - 8} y={y(rung)} dy="0.35em" textAnchor="end">
            {rung}
          </text>
        </g>
      ))}
      <rect fill={`url(#${hatch})`} x={margin.left} y={size.lane} width={inner} height={size.laneHeight} />
      <text className={css.tick} x={margin.left + 8} y={laneText} dy="0.35em">
        {t.notFoundWithin(depth)}
      </text>
    </>
  )
}

type MarksProps = {
  x(at: number): number
  y(position: number): number
  line: RankLine
  /** Whether it is the site's own: how deep was looked is the same for all. */
  isFirst: boolean
}

export function RankMarks({ x, y, line: { points, failures }, isFirst }: MarksProps) {
  const height = (position: number) => (position > 0 ? y(position) : size.missing)
  const place = ({ at, position }: RankPoint) => `${x(at)},${height(position)}`
  const [first] = points
  return (
    <>
      {isFirst && depthChanges(points).map(({ at, depth }) => <Rule key={at} x={x(at)} text={t.top(depth ?? 0)} />)}
      {dropsOf(points).map(([from, to]) => (
        <polyline key={from.at} className={css.drop} points={`${place(from)} ${place(to)}`} />
      ))}
      {stretchesOf(points).map((stretch) => (
        <Stretch key={stretch[0]?.at} points={stretch} x={x} y={y} />
      ))}
      {points
        .filter(({ position }) => position === 0)
        .map(({ at }) => (
          <rect key={at} className={css.missing} x={x(at) - 1.5} y={size.missing} width={3} height={6} />
        ))}
      {failures.map((at) => (
        <path key={at} className={css.failure} d={`M${x(at) - 3.5} ${size.failures - 3.5}l7 7m0-7l-7 7`} />
      ))}
      {urlChanges(points).map(({ at, position }) => (
        <path key={at} className={css.change} d={`M${x(at)} ${y(position) - 5}l5 5l-5 5l-5-5z`} />
      ))}
      {isFirst && first && points.length === 1 && (
        <text className={css.only} x={x(first.at) + 9} y={height(first.position)} dy="0.35em">
          {first.position > 0 ? first.position : t.notFound} · {dayText(first.at)}
        </text>
      )}
    </>
  )
}

/** Neighbours, joined; one without neighbours is a dot. */
function Stretch({ points, x, y }: { points: readonly RankPoint[] } & Pick<MarksProps, 'x' | 'y'>) {
  const [first] = points
  if (first && points.length === 1)
    return <circle className={css.point} cx={x(first.at)} cy={y(first.position)} r={3} />
  return (
    <polyline className={css.line} points={points.map(({ at, position }) => `${x(at)},${y(position)}`).join(' ')} />
  )
}

/** From here on positions do not compare with those before. */
function Rule({ x, text }: { x: number; text: string }) {
  return (
    <g className={css.rule}>
      <line x1={x} x2={x} y1={margin.top} y2={size.lane + size.laneHeight} />
      <text x={x + 4} y={margin.top + 8}>
        {text}
      </text>
    </g>
  )
}
