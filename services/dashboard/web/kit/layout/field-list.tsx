import { kit as t } from '../../../texts/kit.ts'
import { Badge } from '../badge.tsx'
import { WithCode } from '../words/with-code.tsx'
import css from './field-list.module.css'

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
      <h3 className={css.title}>{title}</h3>
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
