import type { ReactNode } from 'react'
import css from './page.module.css'
import { useTitle } from './use-title.ts'

/** A page: its name, one line of truth, at most two buttons, and what it shows. */
export function Page(props: { title: string; line?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const { title, line, actions, children } = props
  useTitle(title)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1 className={css.title}>{title}</h1>
          {line && <p className={css.line}>{line}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a page, under its own heading. */
export function Panel(props: {
  title: string
  line?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  id?: string
}) {
  const { title, line, actions, children, id } = props
  return (
    <section className={css.panel} aria-label={title} id={id}>
      <header className={css.head}>
        <div>
          <h2 className={css.subtitle}>{title}</h2>
          {line && <p className={css.line}>{line}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Side by side where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={css.columns}>{children}</div>
}

/** Under each other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>
}

/** Buttons beside each other. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

/** Between two things that one should not do by mistake. */
export function Divider() {
  return <hr className={css.divider} />
}

/** What is said beside something, and matters less. */
export function Muted({ children }: { children: ReactNode }) {
  return <span className={css.line}>{children}</span>
}
