import { scaleLog } from 'd3-scale'
import { memo } from 'react'
import css from './chart.module.css'

const width = 92
const height = 24

/** Some days of positions at a glance: better is higher, not found lies on the floor, a day without a check is a gap. */
export const RankSpark = memo(function RankSpark({ positions }: { positions: readonly (number | null)[] }) {
  const found = positions.filter((position) => position !== null && position > 0).map(Number)
  if (positions.every((position) => position === null)) return <span className={css.none}>–</span>
  const y = scaleLog([Math.min(3, ...found), Math.max(10, ...found)], [3, height - 7])
  const x = (i: number) => 2 + (i * (width - 5)) / Math.max(1, positions.length - 1)
  let line = ''
  let floor = ''
  for (const [i, position] of positions.entries()) {
    const isJoined = i > 0 && Boolean(positions[i - 1])
    if (position === 0) floor += `M${(x(i) - 1.2).toFixed(1)} ${height - 2}h2.4`
    else if (position !== null)
      line += `${isJoined ? 'L' : 'M'}${x(i).toFixed(1)} ${y(position).toFixed(1)}${isJoined ? '' : 'h0'}`
  }
  const last = positions.at(-1)
  return (
    <svg className={css.spark} width={width} height={height} aria-hidden="true">
      <path d={line} className={css.sparkLine} />
      <path d={floor} className={css.sparkFloor} />
      {last ? <circle cx={x(positions.length - 1)} cy={y(last)} r={2} className={css.sparkDot} /> : null}
    </svg>
  )
})

type ScoreSparkProps = { values: readonly (number | null)[]; carried?: readonly boolean[] | undefined }

/** The same for a figure where more is better, such as visibility; what is carried from an earlier day is dotted. */
export const ScoreSpark = memo(function ScoreSpark({ values, carried = [] }: ScoreSparkProps) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return <span className={css.none}>–</span>
  const low = Math.min(...known)
  const high = Math.max(...known)
  const y = (value: number) => (high === low ? height / 2 : 3 + ((high - value) * (height - 6)) / (high - low))
  const x = (i: number) => 2 + (i * (width - 5)) / Math.max(1, values.length - 1)
  const pathOf = (isCarried: boolean) =>
    values
      .map((value, i) => {
        if (value === null) return ''
        const isJoined = values[i - 1] != null && Boolean(carried[i]) === isCarried
        return `${isJoined ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`
      })
      .join('')
  return (
    <svg className={css.spark} width={width} height={height} aria-hidden="true">
      <path d={`${pathOf(false)}h0`} className={css.sparkLine} />
      {carried.includes(true) && <path d={pathOf(true)} className={css.sparkLine} data-carried="true" />}
    </svg>
  )
})
