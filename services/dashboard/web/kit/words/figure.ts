import { kit as t } from '../../../texts/kit.ts'
import { locale } from '../../../texts/locale.ts'

/** A number, or a dash if unknown: never 0. */
export function figure(value: number | null, digits = 0): string {
  if (value === null) return '–'
  return value.toLocaleString(locale, { maximumFractionDigits: digits })
}

/** The mean of the known values; null if there are none. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** A share in per cent with its interval, or a dash if unknown. */
export function share(rate: number | null, interval: { low: number; high: number } | null): string {
  if (rate === null) return '–'
  const within = interval && ` (${figure(100 * interval.low)}–${figure(100 * interval.high)})`
  return `${figure(100 * rate)} %${within ?? ''}`
}

/** A position, "not found" for 0, a dash if never checked. */
export function place(position: number | null): string {
  return position === 0 ? t.notFound : figure(position)
}

/** US dollars to the cent, and less than one more exactly; a dash if unknown. */
export function usd(amount: number | null): string {
  if (amount === null) return '–'
  return amount.toLocaleString(locale, { style: 'currency', currency: 'USD', ...decimals(amount) })
}

/** The same without the currency, which the head of a column names. */
export function cents(amount: number | null): string {
  return amount === null ? '–' : amount.toLocaleString(locale, decimals(amount))
}

function decimals(amount: number) {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
