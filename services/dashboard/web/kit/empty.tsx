import type { ReactNode } from 'react'
import css from './empty.module.css'

/** In the place of rows: a sentence, and the one thing to do about it. */
export function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}
