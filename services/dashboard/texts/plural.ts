import { locale } from './locale.ts'

/** A number with its noun: "1 keyword", "1,200 keywords". Without `many` the noun takes an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`
}

/** One of something that is named in the plural: "query" of "queries", "competitor per site". */
export function singular(names: string): string {
  const [first = '', ...rest] = names.split(' per ')
  const one = first
    .replace(/ies$/, 'y')
    .replace(/(sh)es$/, '$1')
    .replace(/s$/, '')
  return [one, ...rest].join(' per ')
}
