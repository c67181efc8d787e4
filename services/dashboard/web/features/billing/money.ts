import { usd } from '../../kit/words/figure.ts'

// Rupiah as payment pages and banks write them, whatever the language of the page.
const rupiah = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** A paid amount: whole rupiah, or cents of US dollars. */
export function money(amount: number, currency: 'IDR' | 'USD'): string {
  return currency === 'IDR' ? rupiah.format(amount) : usd(amount / 100)
}
