import type { KeyboardEvent } from 'react'
import css from './rank-chart.module.css'
import type { RankPoint } from './rank-line.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

type RankReadingProps = {
  label: string
  points: readonly RankPoint[]
  shown: RankPoint
  depth: number | null
  onKeyDown(event: KeyboardEvent): void
}

/** The check that is pointed at, in words; with the keys, from check to check. */
export function RankReading({ label, points, shown, depth, onKeyDown }: RankReadingProps) {
  const where =
    shown.position > 0 ? `position ${shown.position}` : `not found${depth === null ? '' : ` in the top ${depth}`}`
  const text = `${day.format(shown.at)}: ${where}`
  return (
    <div
      className={css.reading}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={points.indexOf(shown)}
      aria-valuetext={text}
      onKeyDown={onKeyDown}
    >
      <b>{text}</b>
      {shown.url !== null && <span className={css.url}>{shown.url}</span>}
    </div>
  )
}
