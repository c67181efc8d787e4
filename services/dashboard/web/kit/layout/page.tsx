import type { ReactNode } from 'react'
import { useTitle } from '../browser.ts'
import css from './page.module.css'

type Headed = { line?: ReactNode; actions?: ReactNode }

/** A page: its name, one line of truth, at most two buttons, and what it shows. */
export function Page({ title, line, actions, children }: Headed & { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={css.page}>
      <Head heading={<h1 className={css.title}>{title}</h1>} line={line} actions={actions} />
      {children}
    </div>
  )
}

type PanelProps = Headed & { title: string; children?: ReactNode; id?: string }

/** A part of a page, under its own heading. */
export function Panel({ title, line, actions, children, id }: PanelProps) {
  return (
    <section className={css.panel} aria-label={title} id={id}>
      <Head heading={<h2 className={css.subtitle}>{title}</h2>} line={line} actions={actions} />
      {children}
    </section>
  )
}

function Head({ heading, line, actions }: Headed & { heading: ReactNode }) {
  return (
    <header className={css.head}>
      <div>
        {heading}
        {line && <p className={css.line}>{line}</p>}
      </div>
      {actions && <Row>{actions}</Row>}
    </header>
  )
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={css.columns}>{children}</div>
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

/** Between two things that one should not do by mistake. */
export function Divider() {
  return <hr className={css.divider} />
}

export function Muted({ children }: { children: ReactNode }) {
  return <span className={css.line}>{children}</span>
}

/** In the place of rows: a sentence, and the one thing to do about it. */
export function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}
