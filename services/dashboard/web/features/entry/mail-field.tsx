import { entry as t } from '../../../texts/entry.ts'
import { Field } from '../../kit/form/field.tsx'

/** The email field, first on its page. */
export function MailField() {
  return <Field name="email" label={t.email} type="email" autoComplete="username" required maxLength={254} autoFocus />
}
