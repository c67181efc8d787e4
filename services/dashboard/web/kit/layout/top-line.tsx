import type { ReactNode } from 'react'
import css from './top-line.module.css'

/** A line above a page, also on paper, which is true for all of it. */
export function TopLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <aside className={css.line} aria-label={name}>
      {children}
    </aside>
  )
}
