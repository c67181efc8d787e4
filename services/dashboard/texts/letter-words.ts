/** A day of a letter, in UTC. */
export function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(timestamp))
}

/** A figure of a letter, with one decimal place at most. */
export function figure(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
}

export type Paid = { amount: number; currency: 'IDR' | 'USD' }
const rupiah = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** How a paid amount is written: rupiah as their country does, cents of US dollars as the language does. */
export function money({ amount, currency }: Paid, locale = 'en-GB'): string {
  if (currency === 'IDR') return rupiah.format(amount)
  return (amount / 100).toLocaleString(locale, { style: 'currency', currency })
}

/** The name of a plan. */
export function planName(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}
