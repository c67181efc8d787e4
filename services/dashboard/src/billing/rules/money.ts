import type { Currency } from './periods.ts'

/** An amount as people read it. */
export function money(currency: Currency, amount: number): string {
  if (currency === 'USD') return `USD ${(amount / 100).toFixed(2)}`
  return `Rp ${amount.toString().replace(/\B(?=(\d{3})+$)/g, '.')}`
}
