import type { ReactNode } from 'react'
import css from './progress.module.css'

export function Progress({ text }: { text: string }) {
  return (
    <div className={css.progress} role="status">
      <span className={css.bar} />
      {text}
    </div>
  )
}

/** Under rows: how old they are, and what kind. */
export function Foot({ children }: { children: ReactNode }) {
  return <p className={css.foot}>{children}</p>
}
