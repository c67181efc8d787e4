import type { ReactNode } from 'react'
import css from './cards.module.css'

export function Cards({ children }: { children: ReactNode }) {
  return <div className={css.cards}>{children}</div>
}

type CardProps = {
  title: string
  isChosen: boolean
  badge: ReactNode
  figure: string
  /** Under the figure; empty ones keep their line. */
  notes: readonly string[]
  lines: readonly string[]
  action: ReactNode
}

export function Card({ title, isChosen, badge, figure, notes, lines, action }: CardProps) {
  return (
    <section className={css.card} aria-label={title} data-chosen={isChosen}>
      <header className={css.head}>
        <h2>{title}</h2>
        {badge}
      </header>
      <div>
        <p className={css.figure}>{figure}</p>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <p key={at} className={css.note}>
            {note}
          </p>
        ))}
      </div>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {action}
    </section>
  )
}
