import { kit as t } from '../../../texts/kit.ts'
import { locale } from '../../../texts/locale.ts'

/** A number, or a dash if unknown: never 0. */
export function figure(value: number | null, digits = 0): string {
  if (value === null) return '–'
  return value.toLocaleString(locale, { maximumFractionDigits: digits })
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
