import { useState } from 'react'
import { locale } from '../../../texts/locale.ts'
import { sites as t } from '../../../texts/sites.ts'
import { readFacts } from '../../api/document.ts'
import { Select } from '../../kit/form/choice.tsx'
import { Field } from '../../kit/form/form.tsx'
import { countryName, languageName } from '../../kit/words/where.ts'
import type { Locale } from './locale-guess.ts'
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

type LocaleFieldsProps = {
  chosen: Locale
  /** For a choice that something else changes too. */
  onChoose?(part: Partial<Locale>): void
}

export function LocaleFields({ chosen: { country, language }, onChoose }: LocaleFieldsProps) {
  const { countries, languages } = readFacts()
  return (
    <>
      <Select
        name="country"
        label={t.country}
        options={named(countries, countryName)}
        chosen={country}
        onChoose={onChoose && ((next) => onChoose({ country: next }))}
      />
      <Select
        name="language"
        label={t.language}
        options={named(languages, languageName)}
        chosen={language}
        onChoose={onChoose && ((next) => onChoose({ language: next }))}
      />
    </>
  )
}

function named(codes: readonly string[], nameOf: (code: string) => string) {
  const options = codes.map((code) => ({ value: code, label: nameOf(code) }))
  return options.sort((one, other) => one.label.localeCompare(other.label, locale))
}
