import type { ReactNode } from 'react'
import css from './calendar.module.css'

/** Months beside each other; on a phone a list. */
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
