import { money as english, type Paid } from '../letter-words.ts'
import { locale } from './locale.ts'

export { planName } from '../letter-words.ts'

export function money(paid: Paid): string {
  return english(paid, locale)
}

export function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, form).format(new Date(timestamp))
}

export function figure(value: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: 1 })
}
