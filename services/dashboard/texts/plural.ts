import { locale } from './locale.ts'

/** A noun after one, and after any other number. */
export type Noun = { one: string; other: string }

const forms = new Intl.PluralRules(locale)

/** A noun; without `other` it takes an s. */
export function noun(one: string, other = `${one}s`): Noun {
  return { one, other }
}

/** A number with its noun: "1 keyword", "1,200 keywords". */
export function counted(count: number, { one, other }: Noun): string {
  return `${count.toLocaleString(locale)} ${forms.select(count) === 'one' ? one : other}`
}

export function plural(count: number, one: string, other?: string): string {
  return counted(count, noun(one, other))
}
