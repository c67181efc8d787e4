import { createProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { midtransUrls, type PaymentConfig } from '../config.ts'
import { createExchange } from './exchange.ts'
import { createMidtrans } from './midtrans.ts'
import type { PaymentProvider } from './provider.ts'
import { createXendit } from './xendit.ts'

export type Providers = Partial<Record<'midtrans' | 'xendit', PaymentProvider>>

/** Every provider that has a key: orders of one that is no longer chosen are still looked at. */
export function createProviders(config: PaymentConfig, { clock, logger }: { clock: Clock; logger: Logger }): Providers {
  const { MIDTRANS_SERVER_KEY: serverKey, XENDIT_SECRET_KEY: secretKey, XENDIT_CALLBACK_TOKEN: callbackToken } = config
  const http = createProviderHttp({ timeoutMs: config.PAYMENT_TIMEOUT_MS, clock, logger, maxBytes: 1_048_576 })
  const providers: Providers = {}
  if (serverKey) {
    const exchange = createExchange(http, 'midtrans', serverKey)
    providers.midtrans = createMidtrans({ exchange, clock, serverKey, ...midtransUrls(config) })
  }
  if (secretKey && callbackToken) {
    const exchange = createExchange(http, 'xendit', secretKey)
    providers.xendit = createXendit({ exchange, callbackToken, baseUrl: config.XENDIT_BASE_URL })
  }
  return providers
}
