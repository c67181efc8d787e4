import { integerVariable } from '@rts/shared/config'
import { type PaymentProviderName, paymentProvider } from '@rts/shared/contract/rows/billing'
import { z } from 'zod'
import { movesMoney } from './providers/provider.ts'
import { declarations } from './providers/providers.ts'

export const paymentVariables = {
  /** The provider of new payments; without one nothing is sold. */
  PAYMENT_PROVIDER: paymentProvider.optional(),
  PAYMENT_TIMEOUT_MS: integerVariable(100, 60_000).default(8_000),
  PRICES_FILE: z.string().optional(),
  ...declarations.midtrans.variables,
  ...declarations.xendit.variables,
}
const variables = z.object(paymentVariables)
export type PaymentConfig = z.output<typeof variables>
type Issue = { variable: string; message: string }

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
export function paymentConfigIssues(config: PaymentConfig & { PUBLIC_URL: string }): Issue[] {
  const { PAYMENT_PROVIDER: chosen, PUBLIC_URL } = config
  const issues: Issue[] = []
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
