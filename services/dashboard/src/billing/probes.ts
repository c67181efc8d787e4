import { randomUUID } from 'node:crypto'
import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import type { Probe } from '@rts/outside/checks/probe'
import type { Clock } from '@rts/shared/clock'
import { paymentProvider } from '@rts/shared/contract/rows/billing'
import { failed } from '@rts/shared/failure'
import type { PaymentConfig } from './config.ts'
import { declarations } from './providers/providers.ts'

/** Who takes new payments. */
export function paymentArea(config: PaymentConfig & { SANDBOX_URL?: string | undefined }): ProviderArea {
  const { PAYMENT_PROVIDER: chosen } = config
  return areaOf(config, {
    area: 'payments',
    variable: 'PAYMENT_PROVIDER',
    on: chosen ? [chosen] : [],
    known: paymentProvider.options,
    needsOf: (provider) => declarations[provider].needs,
    addressOf: (provider) => config[declarations[provider].address],
  })
}

/** The payments of an order that does not exist: they cost nothing, and only the key is looked at. */
export function paymentProbes(config: PaymentConfig, clock: Clock): Probe[] {
  return paymentProvider.options.map((provider) => ({
    provider,
    capability: 'payments',
    isSet: config[declarations[provider].secretKey] !== undefined,
    asks: 'the payments of an order that does not exist: free, and only the key is looked at',
    heldUsd: 0,
    mayLack: [],
    async ask(http) {
      const unknown = randomUUID()
      const parts = { http, clock, unreadable: () => {} }
      const asked = { orderId: unknown, refs: [unknown], isPaid: false }
      const payments = await declarations[provider]
        .create(config, parts)
        ?.poll(asked)
        .catch(() => null)
      return payments ? { ok: true, costUsd: 0, sandbox: false, rows: null } : failed(provider, 'upstream')
    },
  }))
}
