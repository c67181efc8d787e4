import { variablesOf } from '@rts/outside/config'
import { createProviderHttp } from '@rts/outside/http'
import type { LinkDeps } from '@rts/outside/link'
import { type PaymentProviderName, paymentProvider } from '@rts/shared/contract/rows/billing'
import type { z } from 'zod'
import { midtrans } from './midtrans.ts'
import type { PaymentProvider, ProviderParts } from './provider.ts'
import { xendit } from './xendit.ts'

export const declarations = { midtrans, xendit } satisfies Record<PaymentProviderName, unknown>

export type Providers = Partial<Record<PaymentProviderName, PaymentProvider>>
export const providerVariables = variablesOf(declarations)
type Config = z.output<z.ZodObject<typeof providerVariables>> & { PAYMENT_TIMEOUT_MS: number }
type Parts = Omit<ProviderParts, 'http'> & LinkDeps

/** Every provider that has a key: orders of one that is no longer chosen are still polled. */
export function createProviders(config: Config, { clock, logger, calls, unreadable }: Parts): Providers {
  const timeoutMs = config.PAYMENT_TIMEOUT_MS
  const http = createProviderHttp({ timeoutMs, clock, logger, calls, maxBytes: 1_048_576 })
  const providers: Providers = {}
  for (const name of paymentProvider.options) {
    const provider = declarations[name].create(config, { http, clock, unreadable })
    if (provider) providers[name] = provider
  }
  return providers
}
