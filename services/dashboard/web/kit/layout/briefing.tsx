import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { place } from '../words/figure.ts'
import css from './briefing.module.css'

/** The news in words, before any figure. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={css.lead}>{children}</p>
}

export function Moves({ children }: { children: ReactNode }) {
  return <ul className={css.moves}>{children}</ul>
}

type MoveProps = {
  before: number | null
  now: number | null
  tone: 'good' | 'bad'
  /** The keyword. */
  children: ReactNode
  why?: { text: string; isMeasured: boolean } | undefined
}

/** Where a keyword was and is, and why. */
export function Move({ before, now, tone, children, why }: MoveProps) {
  return (
    <li className={css.move}>
      {children}
      <span className={css.places}>
        {place(before)} <span aria-hidden="true">→</span>
        <span className="visually-hidden">{t.movedTo}</span> <b data-tone={tone}>{place(now)}</b>
      </span>
      {why && (
        <span className={css.why} data-measured={why.isMeasured}>
          {why.text}
        </span>
      )}
    </li>
  )
}
