import type { ReactNode } from 'react'
import css from './planning.module.css'

export function Calendar({ children }: { children: ReactNode }) {
  return <ol className={css.calendar}>{children}</ol>
}

export function CalendarEntry({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <li className={css.entry}>
      <header className={css.head}>
        <h2>{name}</h2>
        {action}
      </header>
      {children}
    </li>
  )
}

type Section = { heading: string; level: number; points: readonly string[] }

export function Outline({ sections }: { sections: readonly Section[] }) {
  return (
    <ol className={css.outline}>
      {sections.map(({ heading, level, points }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outline may say a heading twice, and is replaced as a whole
        <li key={at} data-level={level}>
          <b>{heading}</b>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
