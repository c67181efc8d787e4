import { useState } from 'react'
import { Field } from '../../kit/form/field.tsx'
import { hostOf } from './pasted-host.ts'

type DomainFieldProps = { domain?: string; hint?: string; autoFocus?: boolean; onHost?(host: string): void }

/** A website as people paste it. The host that counts is shown below it at once, and in its place when the field is left. */
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
      label="Domain"
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
      hint={host === text.trim() ? hint : `The site is ${host}`}
    />
  )
}
