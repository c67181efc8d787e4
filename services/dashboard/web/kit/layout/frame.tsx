import { ChevronRight, type LucideIcon, Menu } from 'lucide-react'
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
  /** At the lower edge of a phone. */
  bottom?: ReactNode
  onMenu(): void
  children: ReactNode
}

/** The frame of a signed-in page: the menu beside it, or behind a button where there is no room. */
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
        <header className={css.top} data-edge data-screen>
          <div className={css.chosen}>{top}</div>
          <Button look="quiet" aria-label={t.menu} onClick={onMenu}>
            <Menu size={20} aria-hidden="true" />
          </Button>
        </header>
      ) : (
        <nav className={css.side} aria-label={t.menu} data-screen>
          {menu}
        </nav>
      )}
      <div className={css.sheet}>
        <main id="content" className={css.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isPhone && bottom}
    </div>
  )
}

type NavGroupProps = { id: string; name: string; icon?: LucideIcon; isHere?: boolean; children: ReactNode }

/** Links under a heading that unfolds them; the browser remembers it by `id`. Open while one of them is the page (`isHere`). */
export function NavGroup({ id, name, icon: Icon, isHere = false, children }: NavGroupProps) {
  const [opened, setOpened] = useState(() => openedGroups().includes(id))
  const isOpen = opened || isHere
  const turn = () => setOpened(turnGroup(id))
  return (
    <div className={css.group}>
      <h2 className={css.heading}>
        <button type="button" className={css.name} aria-expanded={isOpen} disabled={isHere} onClick={turn}>
          {Icon && <Icon size={16} aria-hidden="true" />}
          {name}
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      </h2>
      {isOpen && children}
    </div>
  )
}

export function NavHeading({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.group}>
      <h2 className={css.caption}>{name}</h2>
      {children}
    </div>
  )
}

export function NavLinks({ isBelow, children }: { isBelow?: boolean; children: readonly [string, ReactNode][] }) {
  return (
    <ul className={css.links} data-below={isBelow || undefined}>
      {children.map(([key, link]) => (
        <li key={key}>{link}</li>
      ))}
    </ul>
  )
}

const key = 'opened-groups'

function turnGroup(id: string): boolean {
  const before = openedGroups()
  const wasOpen = before.includes(id)
  localStorage.setItem(key, (wasOpen ? before.filter((each) => each !== id) : [...before, id]).join(' '))
  return !wasOpen
}

function openedGroups(): string[] {
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
