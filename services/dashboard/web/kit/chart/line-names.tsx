import { apart } from './apart.ts'
import css from './chart.module.css'
import { margin } from './time-plot.ts'

/** A line's name, and where the line ends; null where it has no point. */
export type LineName = { name: string; y: number | null }
type NamesProps = { names: readonly LineName[]; pointed: number | undefined; onPoint(line: number | undefined): void }

/** From this width on, in pixels, there is room for names beside a chart. */
export const roomFrom = 560
export const namesWidth = 132
const lineHeight = 15
const maxLetters = 17

/** The names at the ends of the lines, spread apart. The line under the pointer is highlighted. */
export function LineEnds({ names, pointed, onPoint, x, height }: NamesProps & { x: number; height: number }) {
  const max = Math.floor((height - margin.top) / lineHeight)
  const ends = names.flatMap(({ name, y }, line) => (y === null ? [] : [{ name, y, line }])).slice(0, max)
  const places = apart(
    ends.map(({ y }) => y),
    lineHeight,
    margin.top,
    height,
  )
  return ends.map(({ name, y, line }, i) => (
    <g
      key={line}
      className={css.end}
      data-line={line}
      data-pointed={line === pointed}
      onPointerEnter={() => onPoint(line)}
      onPointerLeave={() => onPoint(undefined)}
    >
      <path d={`M${x + 2} ${y}L${x + 10} ${places[i]}h6`} />
      <text x={x + 21} y={places[i]} dy="0.35em">
        {name.length > maxLetters ? `${name.slice(0, maxLetters - 1)}…` : name}
      </text>
    </g>
  ))
}

/** The legend below the chart on a phone: a touch highlights a line. */
export function Legend({ names, pointed, onPoint }: NamesProps) {
  return (
    <ul className={css.legend}>
      {names.map(({ name }, line) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={line === pointed}
            onClick={() => onPoint(line === pointed ? undefined : line)}
          >
            <i className={css.key} data-line={line} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
