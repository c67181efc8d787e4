import { type ReactNode, useEffect, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { useMedia } from '../browser.ts'
import { Button } from '../button.tsx'
import css from './frame.module.css'

/** As in `frame.module.css`. */
const narrow = '(max-width: 900px)'
const phone = '(max-width: 639.98px)'

type FrameProps = {
  menu: ReactNode
  top: ReactNode
  /** At the lower edge of a phone, with a way to the menu; without it the menu's button is at the top. */
  bottom?: ReactNode
  onMenu(): void
  children: ReactNode
}

/** The frame of a signed-in page: the menu beside it, behind a button where there is no room, or in the bar of a phone. */
export function Frame({ menu, top, bottom, onMenu, children }: FrameProps) {
  useKeptFocus()
  const isNarrow = useMedia(narrow)
  const isPhone = useMedia(phone) && bottom !== undefined
  return (
    <div className={css.frame} data-phone={isPhone || undefined}>
      <a className={css.skip} href="#content" data-screen>
        {t.skipToContent}
      </a>
      {isNarrow ? (
        <header className={css.top} data-bare={isPhone} data-edge data-screen>
          {!isPhone && (
            <Button look="quiet" onClick={onMenu}>
              <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
                <path d="M1 1h14M1 6h14M1 11h14" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
              </svg>
              {t.menu}
            </Button>
          )}
          <div className={css.chosen}>{top}</div>
        </header>
      ) : (
        <nav className={css.side} aria-label={t.menu} data-screen>
          {menu}
        </nav>
      )}
      <main id="content" className={css.content} tabIndex={-1}>
        {children}
      </main>
      {isPhone && bottom}
    </div>
  )
}

/** Links under a heading that folds them away; the browser remembers it by `id`. */
export function NavGroup({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const [folded, setFolded] = useState(() => isFolded(id))
  const turn = () => setFolded(turnFold(id))
  return (
    <section className={css.group} aria-label={name}>
      <h2 className={css.heading}>
        <button type="button" className={css.name} aria-expanded={!folded} onClick={turn}>
          {name}
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M2 3.5 5 6.5 8 3.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
        </button>
      </h2>
      {!folded && children}
    </section>
  )
}

export function NavLinks({ children }: { children: readonly [string, ReactNode][] }) {
  return (
    <ul className={css.links}>
      {children.map(([key, link]) => (
        <li key={key}>{link}</li>
      ))}
    </ul>
  )
}

const key = 'folded-groups'

function isFolded(id: string): boolean {
  return folded().includes(id)
}

function turnFold(id: string): boolean {
  const before = folded()
  const isOne = before.includes(id)
  localStorage.setItem(key, (isOne ? before.filter((each) => each !== id) : [...before, id]).join(' '))
  return !isOne
}

function folded(): string[] {
  return (localStorage.getItem(key) ?? '').split(' ').filter((id) => id !== '')
}

/**
 * Where the focused element leaves the page, the focus goes to what was around it, and not to the document, from which the next key
 * begins at the top. The focus does not stay in a bar that disappears by itself (`data-passing`).
 */
function useKeptFocus(): void {
  useEffect(() => {
    let around: Element[] = []
    let isPassing = false
    let frame = 0
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest('main')) return
      isPassing = target.closest('[data-passing]') !== null
      if (!isPassing) around = [...ancestors(target)]
    }
    const keep = () => {
      frame = 0
      const isLost = isPassing || around[0]?.isConnected === false
      if (!isLost || document.activeElement !== document.body) return
      const place = around.find((element) => element.isConnected) ?? document.querySelector('main')
      if (!(place instanceof HTMLElement)) return
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1
      place.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(() => {
      frame ||= requestAnimationFrame(keep)
    })
    document.addEventListener('focusin', remember)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      changes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}

function* ancestors(element: Element): Generator<Element> {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    yield at
    if (at.tagName === 'MAIN') return
  }
}
