import type { ReactNode } from 'react'
import css from './notice.module.css'

/** Something to know, in a box. Errors are read out at once. */
export function Notice({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  children: ReactNode
}) {
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
