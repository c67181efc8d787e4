import { readFileSync } from 'node:fs'
import { type ConfigIssue, declareVariables, integerVariable } from '@rts/shared/config'
import { type PaymentProviderName, paymentProvider } from '@rts/shared/contract/rows/billing'
import { z } from 'zod'
import { movesMoney } from './providers/provider.ts'
import { declarations, providerVariables } from './providers/providers.ts'
import type { Prices } from './rules/offers.ts'

export const paymentVariables = {
  ...declareVariables('Payments', {
    PAYMENT_PROVIDER: {
      schema: paymentProvider.optional(),
      meaning: `${Object.keys(declarations)
        .map((name) => `\`${name}\``)
        .join(' or ')}: takes new payments. None: nothing can be bought, and the page names \`SUPPORT_EMAIL\``,
      local: 'midtrans',
    },
    PAYMENT_TIMEOUT_MS: { schema: integerVariable(100, 60_000).default(8_000), meaning: 'for one call to it' },
    PRICES_FILE: {
      schema: z.string().optional(),
      meaning:
        'prices in rupiah by plan and months, and the lines of receipts that name the seller; a bad entry stops the start, and so does the sample beside a live key',
      container: '/etc/rank-tracker/prices.json',
      local: '{root}/deploy/prices.json',
      unless: 'PRICES_FILE',
    },
  }),
  ...providerVariables,
}
const variables = z.object(paymentVariables)
export type PaymentConfig = z.output<typeof variables>

/** Whether new orders are paid with real money. */
export function isLive(config: PaymentConfig): boolean {
  const { PAYMENT_PROVIDER: chosen } = config
  return chosen !== undefined && hasLiveKey(config, chosen)
}

function hasLiveKey(config: PaymentConfig, name: PaymentProviderName): boolean {
  const { secretKey, isLiveKey } = declarations[name]
  return movesMoney(config[secretKey], isLiveKey)
}

/** The variables that a provider lacks, or forbids. */
export function paymentConfigIssues(config: PaymentConfig & { PUBLIC_URL: string }): ConfigIssue[] {
  const { PAYMENT_PROVIDER: chosen, PUBLIC_URL } = config
  const issues: ConfigIssue[] = []
  const need = (variable: keyof PaymentConfig) => {
    if (!config[variable]) issues.push({ variable, message: `is needed by PAYMENT_PROVIDER ${chosen}` })
  }
  if (chosen) need('PRICES_FILE')
  for (const name of paymentProvider.options) {
    const { secretKey, needs } = declarations[name]
    if (name === chosen || config[secretKey]) for (const variable of needs) need(variable)
    if (hasLiveKey(config, name) && !PUBLIC_URL.startsWith('https:'))
      issues.push({ variable: 'PUBLIC_URL', message: `must begin with https: because ${secretKey} is a live key` })
  }
  return issues
}

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
type PriceList = { seller: readonly string[]; prices: Prices }

/** The operator's prices; none without a file. Throws naming the bad entry, and for the sample where real money is paid. */
export function readPrices(file: string | undefined, isLive: boolean): PriceList {
  if (!file) return { seller: [], prices: {} }
  const read = fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success && !(isLive && read.data.seller.some((line) => line.includes('(sample)')))) return read.data
  if (read.success) throw new Error(`PRICES_FILE ${file} is the sample: write your own prices and name the seller`)
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new Error(`PRICES_FILE ${file}: ${issues.join('; ')}`)
}
