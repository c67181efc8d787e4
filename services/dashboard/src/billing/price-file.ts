import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Prices } from './rules/offers.ts'

/** Rupiah. No payment method takes less than the minimum. */
const price = z.int().min(10_000).max(10_000_000_000)
const terms = z.strictObject({ 1: price.optional(), 12: price.optional() })
const fileSchema = z.strictObject({
  /** The lines of a receipt about the seller: name, tax number, tax note. */
  seller: z.array(z.string().min(1).max(200)).min(1).max(20),
  prices: z.strictObject({
    starter: terms.optional(),
    growth: terms.optional(),
    agency: terms.optional(),
    scale: terms.optional(),
  }),
})
export type PriceList = { seller: readonly string[]; prices: Prices }

/** The operator's prices; none without a file. Throws naming the bad entry, and for the sample where real money is paid. */
export function readPrices(file: string | undefined, isLive: boolean): PriceList {
  if (!file) return { seller: [], prices: {} }
  const read = fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success && !(isLive && read.data.seller.some((line) => line.includes('(sample)')))) return read.data
  if (read.success) throw new Error(`PRICES_FILE ${file} is the sample: write your own prices and name the seller`)
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new Error(`PRICES_FILE ${file}: ${issues.join('; ')}`)
}
