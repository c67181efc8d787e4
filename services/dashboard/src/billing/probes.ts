import { randomUUID } from 'node:crypto'
import type { Probe } from '@rts/outside/checks/probe'
import type { Clock } from '@rts/shared/clock'
import { paymentProvider } from '@rts/shared/contract/rows/billing'
import { failed } from '@rts/shared/failure'
import type { PaymentConfig } from './config.ts'
import { declarations } from './providers/providers.ts'

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
