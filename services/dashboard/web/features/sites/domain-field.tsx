import { useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { Field } from '../../kit/form/field.tsx'
import { hostOf } from './pasted-host.ts'

type DomainFieldProps = { domain?: string; hint?: string; autoFocus?: boolean; onHost?(host: string): void }

/** A website as people paste it. Its host is shown below at once, and replaces the text when the field is left. */
export function DomainField({ domain = '', hint, autoFocus, onHost }: DomainFieldProps) {
  const [text, setText] = useState(domain)
  const host = hostOf(text)
  const change = (next: string) => {
    setText(next)
    onHost?.(hostOf(next))
  }
  return (
    <Field
      name="domain"
      label={t.domain}
      placeholder="example.com"
      inputMode="url"
      spellCheck={false}
      autoCapitalize="none"
      required
      maxLength={2_000}
      autoFocus={autoFocus}
      value={text}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setText(host)}
      hint={host === text.trim() ? hint : t.siteWill(host)}
    />
  )
}
