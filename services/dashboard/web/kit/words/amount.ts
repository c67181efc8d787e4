import { locale } from '../../../texts/locale.ts'

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
