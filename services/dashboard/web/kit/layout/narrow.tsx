import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { useTitle } from '../browser.ts'
import css from './narrow.module.css'

type NarrowProps = { title: string; line?: ReactNode; children?: ReactNode; below?: ReactNode }

/** A page with one thing to do, for people who are perhaps not signed in. */
export function Narrow({ title, line, children, below }: NarrowProps) {
  useTitle(title)
  return (
    <main className={css.page}>
      <a className={css.brand} href="/">
        <Mark /> {t.product}
      </a>
      <div className={css.card}>
        <h1 className={css.title}>{title}</h1>
        {line && <p className={css.line}>{line}</p>}
        {children && <div className={css.body}>{children}</div>}
      </div>
      {below && <p className={css.below}>{below}</p>}
    </main>
  )
}

export function Mark() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4f4ae9" />
      <path
        d="M7 22 13 15 18 19 25 9"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="25" cy="9" r="2.6" fill="#fff" />
    </svg>
  )
}
