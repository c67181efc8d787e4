import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button } from '../button.tsx'
import css from './frame.module.css'
import { Mark } from './narrow.tsx'

/** The frame of a signed-in page: the menu beside it, or behind a button on phones. */
export function Frame({ menu, onMenu, children }: { menu: ReactNode; onMenu(): void; children: ReactNode }) {
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content" data-screen>
        {t.skipToContent}
      </a>
      <nav className={css.side} aria-label={t.menu} data-screen>
        {menu}
      </nav>
      <header className={css.top} data-screen>
        <Button look="quiet" onClick={onMenu}>
          <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
            <path d="M1 1h14M1 6h14M1 11h14" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
          {t.menu}
        </Button>
        <Mark />
      </header>
      <main id="content" className={css.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

export function NavGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={css.group} aria-label={name}>
      <h2 className={css.name}>{name}</h2>
      {children}
    </section>
  )
}

/** Links under each other, each with its key. */
export function NavLinks({ children }: { children: readonly [string, ReactNode][] }) {
  return (
    <ul className={css.links}>
      {children.map(([key, link]) => (
        <li key={key}>{link}</li>
      ))}
    </ul>
  )
}
