import { ChevronsUpDown, Ellipsis, type LucideIcon, Search } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import css from './frame-parts.module.css'

/** A line above a page, also on paper, which is true for all of it. */
export function TopLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <aside className={css.topLine} aria-label={name}>
      {children}
    </aside>
  )
}

type AccountMenuProps = { name: string; line: string; label: string; children: ReactNode }

/** Who is signed in; a press opens what is about the account, over the page. A link within closes it, and what opens a dialog. */
export function AccountMenu({ name, line, label, children }: AccountMenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const leave = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, [aria-haspopup]')) panel.current?.hidePopover()
  }
  return (
    <>
      <button type="button" className={css.who} popoverTarget={id}>
        <span className="visually-hidden">{label}: </span>
        <span className={css.letter} aria-hidden="true">
          {name.charAt(0).toUpperCase()}
        </span>
        <span className={css.text}>
          <b className={css.name}>{name}</b>
          <span className={css.line}>{line}</span>
        </span>
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within take the keys */}
      <div ref={panel} id={id} popover="auto" className={css.accountMenu} onClick={leave}>
        {children}
      </div>
    </>
  )
}

type SwitchButtonProps = { label: string; name: string; line: string; onPress(): void }

export function SwitchButton({ label, name, line, onPress }: SwitchButtonProps) {
  return (
    <button type="button" className={css.switch} aria-haspopup="dialog" onClick={onPress}>
      <span className={css.letter} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="visually-hidden">{label}: </span>
      <span className={css.text}>
        <b className={css.name}>{name}</b>
        {line !== '' && <span className={css.line}>{line}</span>}
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" />
    </button>
  )
}

export function FindButton({ name, keys, onPress }: { name: string; keys: string; onPress(): void }) {
  return (
    <button type="button" className={css.find} onClick={onPress}>
      <Search size={14} aria-hidden="true" />
      {name}
      <kbd>{keys}</kbd>
    </button>
  )
}

export function CrumbList({ name, children }: { name: string; children: ReactNode }) {
  return (
    <nav aria-label={name} className={css.nav} data-screen>
      <ol className={css.list}>{children}</ol>
    </nav>
  )
}

/** A place of the bar, within a link. */
export function Place({ icon: Icon, name }: { icon: LucideIcon; name: string }) {
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      <span className={css.place}>{name}</span>
    </>
  )
}

export function BottomBar({ name, children }: { name: string; children: ReactNode }) {
  return (
    <nav className={css.bar} aria-label={name} data-edge data-screen>
      {children}
    </nav>
  )
}
