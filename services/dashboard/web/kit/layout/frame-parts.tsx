import type { ReactNode } from 'react'
import css from './frame-parts.module.css'

/** A line above a page, also on paper, which is true for all of it. */
export function TopLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <aside className={css.topLine} aria-label={name}>
      {children}
    </aside>
  )
}

export function Who({ name, line }: { name: string; line: string }) {
  return (
    <div className={css.who}>
      <span className={css.letter} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className={css.text}>
        <b className={css.name}>{name}</b>
        <span className={css.line}>{line}</span>
      </span>
    </div>
  )
}

function Lines({ width, height, d }: { width: number; height: number; d: string }) {
  const stroke = {
    stroke: 'currentColor',
    strokeWidth: '1.6',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={d} fill="none" {...stroke} />
    </svg>
  )
}

type SwitchButtonProps = { label: string; name: string; line: string; onPress(): void }

export function SwitchButton({ label, name, line, onPress }: SwitchButtonProps) {
  return (
    <button type="button" className={css.switch} aria-haspopup="dialog" onClick={onPress}>
      <span className="visually-hidden">{label}: </span>
      <span className={css.switchText}>
        <b className={css.switchName}>{name}</b>
        {line !== '' && <span className={css.switchLine}>{line}</span>}
      </span>
      <Lines width={12} height={16} d="M2.5 6 6 2.5 9.5 6M2.5 10 6 13.5 9.5 10" />
    </button>
  )
}

/** `link` leads there; the page itself and what is no page have none. */
export type Crumb = { key: string; name: string; link: ReactNode }

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

const icons = {
  sites: 'M3 4h6v6H3zM11 4h6v6h-6zM3 12h6v5H3zM11 12h6v5h-6z',
  overview: 'M3 16 8 10 12 13 17 5',
  keywords: 'M3 5h14M3 10h14M3 15h9',
  operator: 'M10 3l2 5 5 2-5 2-2 5-2-5-5-2 5-2z',
  usage: 'M4 16V9M10 16V4M16 16v-5',
  plans: 'M3 6h14v9H3zM3 9h14',
  account: 'M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3.5 17c.8-3 3.3-4.4 6.5-4.4s5.7 1.4 6.5 4.4',
  menu: 'M3 5h14M3 10h14M3 15h14',
} as const
export type IconName = keyof typeof icons

/** A place of the bar: within a link, or a button. */
export function Place({ icon, name, onPress }: { icon: IconName; name: string; onPress?: () => void }) {
  const drawn = (
    <>
      <Lines width={20} height={20} d={icons[icon]} />
      <span className={css.place}>{name}</span>
    </>
  )
  if (!onPress) return drawn
  return (
    <button type="button" onClick={onPress}>
      {drawn}
    </button>
  )
}

export function BottomBar({ name, menu, children }: { name: string; menu: ReactNode; children: ReactNode }) {
  return (
    <nav className={css.bar} aria-label={name} data-edge data-screen>
      {children}
      {menu}
    </nav>
  )
}
