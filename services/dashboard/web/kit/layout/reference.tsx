import { type ReactNode, useEffect, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Badge } from '../notice.tsx'
import css from './reference.module.css'

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

export type ListedField = { name: string; type: string; isRequired: boolean; description: string }

/**
 * The fields of a call: name, type and meaning. With `asked` they are a caller's input, and required ones are marked.
 */
export function FieldList({
  title,
  fields,
  asked = false,
}: {
  title: string
  fields: readonly ListedField[]
  asked?: boolean
}) {
  if (fields.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={css.listTitle}>{title}</h3>
      <dl className={css.list}>
        {fields.map(({ name, type, isRequired, description }) => (
          <div key={name} className={css.row}>
            <dt className={css.name}>
              <code>{name}</code>
              {asked && isRequired && <Badge>{t.required}</Badge>}
              <span className={css.type}>{type}</span>
            </dt>
            <dd>
              <WithCode text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Renders text between backticks as code. */
export function WithCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is replaced as a whole
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))
}
