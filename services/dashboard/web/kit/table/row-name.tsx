import type { ReactNode } from 'react'
import css from './data-table.module.css'

/** The name of a row, and a button that changes it. A touch opens the row instead, where the same button is. */
export function RowName(props: { action: string; onAction(): void; children: ReactNode }) {
  const { action, onAction, children } = props
  return (
    <span className={css.name}>
      {children}
      <button type="button" className={css.edit} aria-label={action} title={action} onClick={onAction}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M2 12l.6-2.8 6.9-6.9 2.2 2.2-6.9 6.9z" fill="none" stroke="currentColor" strokeWidth="1.3" />
        </svg>
      </button>
    </span>
  )
}
