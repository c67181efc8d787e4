import type { ReactNode } from 'react'
import css from './sheet.module.css'

/** A page without menu and account, as a sheet of paper. */
export function Sheet({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <main className={css.sheet}>
      {children}
      <div className={css.actions} data-screen>
        {actions}
      </div>
    </main>
  )
}

type LetterheadProps = {
  heading: 'h1' | 'h3'
  title: string
  line: ReactNode
  below: ReactNode
  /** A `data:` address; null: none. */
  logo: string | null
}

export function Letterhead({ heading: Heading, title, line, below, logo }: LetterheadProps) {
  return (
    <header className={css.head}>
      <div>
        <Heading className={css.title}>{title}</Heading>
        <p className={css.line}>{line}</p>
        <p className={css.below}>{below}</p>
      </div>
      {logo !== null && <img className={css.logo} src={logo} alt="" />}
    </header>
  )
}
