import type { ReactNode } from 'react'
import css from './crumbs.module.css'

/** `link` leads there; the page itself and what is no page have none. */
export type Crumb = { key: string; name: string; link: ReactNode }

/** The way down to a page, which is the last. */
export function CrumbList({ name, crumbs }: { name: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={name} className={css.nav} data-screen>
      <ol className={css.list}>
        {crumbs.map(({ key, name: text, link }, i) => (
          <li key={key} className={css.crumb}>
            {link ?? <span aria-current={i === crumbs.length - 1 ? 'page' : undefined}>{text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
