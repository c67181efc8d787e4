const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** A paid amount: whole rupiah, or cents of US dollars. */
export function money(amount: number, currency: 'IDR' | 'USD'): string {
  return currency === 'IDR' ? rupiah.format(amount) : dollars.format(amount / 100)
}
