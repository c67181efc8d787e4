import type { ReactNode } from 'react'
import css from './facts.module.css'

/** A list of names with their values. */
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
