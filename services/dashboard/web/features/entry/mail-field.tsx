import { Field } from '../../kit/form/field.tsx'

/** The address that somebody signs in with: the first thing to type on its page. */
export function MailField() {
  return (
    <Field name="email" label="Mail address" type="email" autoComplete="username" required maxLength={254} autoFocus />
  )
}
