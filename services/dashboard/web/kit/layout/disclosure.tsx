import { type ReactNode, useEffect, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Badge } from '../badge.tsx'
import css from './disclosure.module.css'

type DisclosureProps = {
  id: string
  /** The address names it: it is open. */
  isAsked: boolean
  badge: string
  title: string
  line: ReactNode
  children: ReactNode
}

/** One of many parts of a page: its head is seen, and the rest is made when it is opened. */
export function Disclosure({ id, isAsked, badge, title, line, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isAsked)
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked])
  return (
    <details id={id} className={css.part} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.head}>
        <Badge>{badge}</Badge>
        <code className={css.title}>{title}</code>
        <span className={css.line}>{line}</span>
      </summary>
      {isOpen && (
        <div className={css.body}>
          {children}
          <p>
            <a href={`#${id}`}>{t.linkToThis}</a>
          </p>
        </div>
      )}
    </details>
  )
}
