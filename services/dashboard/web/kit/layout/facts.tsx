import type { ReactNode } from 'react'
import css from './facts.module.css'

export function Facts({ children }: { children: readonly [string, ReactNode][] }) {
  return (
    <dl className={css.facts}>
      {children.map(([name, value]) => (
        <div key={name} className={css.row}>
          <dt className={css.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Stats({ children }: { children: ReactNode }) {
  return <div className={css.stats}>{children}</div>
}

type StatProps = {
  name: string
  figure: string
  hint?: string
  chosen?: boolean
  onChoose?(): void
  /** How it changed, and its course at a glance. */
  children?: ReactNode
}

/** A figure; one that can be chosen filters what is below it. */
export function Stat({ name, figure, hint, chosen = false, onChoose, children }: StatProps) {
  const content = (
    <>
      <span className={css.statName}>{name}</span>
      <span className={css.figure}>
        {figure} {hint && <small className={css.hint}>{hint}</small>}
      </span>
      {children && <span className={css.course}>{children}</span>}
    </>
  )
  if (!onChoose) return <div className={css.stat}>{content}</div>
  return (
    <button type="button" className={css.stat} aria-pressed={chosen} onClick={onChoose}>
      {content}
    </button>
  )
}
