// Each currency as its country writes it, whatever the language of the page.
const rupiah = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** A paid amount: whole rupiah, or cents of US dollars. */
export function money(amount: number, currency: 'IDR' | 'USD'): string {
  return currency === 'IDR' ? rupiah.format(amount) : dollars.format(amount / 100)
}
