import type { KeyboardEvent } from 'react'
import { dayText } from '../words/time-text.ts'
import css from './chart.module.css'

/** The value of a line at a moment; `line` is the index of its color. */
export type Part = { name: string; text: string; line?: number; layer?: number }

type ReadingProps = {
  label: string
  at: number
  parts: readonly Part[]
  /** The notes of that day. */
  noted: readonly string[]
  place: number
  last: number
  onKeyDown(event: KeyboardEvent): void
}

/** The moment that is pointed at, in words; with the keys, from moment to moment. */
export function Reading({ label, at, parts, noted, place, last, onKeyDown }: ReadingProps) {
  const date = dayText(at)
  const said = [...parts.map(({ name, text }) => (name === '' ? text : `${name} ${text}`)), ...noted]
  return (
    <div
      className={css.reading}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, last)}
      aria-valuenow={place}
      aria-valuetext={`${date}: ${said.join(', ')}`}
      onKeyDown={onKeyDown}
    >
      <b>{date}</b>
      {parts.map(({ name, text, line, layer }) => (
        <span key={name} className={css.part}>
          {line !== undefined && <i className={css.key} data-line={line} />}
          {layer !== undefined && <i className={css.key} data-layer={layer} />}
          {name !== '' && <span className={css.name}>{name}</span>}
          <b>{text}</b>
        </span>
      ))}
      {noted.map((text) => (
        <span key={text} className={css.noted}>
          {text}
        </span>
      ))}
    </div>
  )
}
