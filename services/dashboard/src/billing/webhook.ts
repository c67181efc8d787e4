import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { type PaymentProviderName, paymentProvider } from '@rts/shared/contract/rows/billing'
import { AppError } from '@rts/shared/errors'
import { type Answer, jsonAnswer, type Visit } from '../http/visit.ts'
import type { Parts } from '../parts.ts'
import { takeNotice } from './polls.sql.ts'
import { NoticeRefused, type PaymentProvider } from './providers/provider.ts'

type Reader = Pick<PaymentProvider, 'readNotice'>
type WebhookOptions = Pick<Parts, 'database' | 'clock' | 'logger'> & {
  providers: Partial<Record<PaymentProviderName, Reader>>
  wake(): void
}

export const webhookPath = (provider: string) => `/webhooks/${provider}`

/**
 * The notices of payment providers: signed by them, without Origin, cookie and session. One that is new triggers a poll
 * of its order; its content is not believed.
 */
export function createWebhookRoute(options: WebhookOptions) {
  const readers = new Map(
    paymentProvider.options.map((name) => [webhookPath(name), { name, reader: options.providers[name] }]),
  )
  return (method: string, visit: Visit): Promise<Answer> | undefined => {
    const found = readers.get(visit.path)
    if (!found?.reader) return undefined
    if (method !== 'POST') throw new AppError('method_not_allowed', 'Notices are sent by POST', { allow: ['POST'] })
    return take(options, found.name, found.reader, visit)
  }
}

async function take(
  { database, wake, clock, logger }: WebhookOptions,
  provider: PaymentProviderName,
  reader: Reader,
  { headers, body, caller }: Visit,
): Promise<Answer> {
  if (body.length > defaultBodyLimitBytes) throw new AppError('payload_too_large', 'A notice is short')
  const notice = read(reader, headers, body)
  if (!notice) {
    logger.warn({ provider, requestId: caller.requestId }, 'a notice was refused')
    throw new AppError('invalid_key', 'This is no notice of the payment provider')
  }
  const taken = await takeNotice(database, provider, notice, clock.now())
  if (taken === 'new') wake()
  // Money may be behind it: another shop's, or an order's that it does not name.
  if (taken === 'unknown')
    logger.warn({ provider, refs: notice.refs, requestId: caller.requestId }, 'a notice about no order of ours')
  // A repeat, or a notice about no order of ours, is answered alike: the provider need not repeat it.
  return jsonAnswer({ ok: true })
}

function read(reader: Reader, headers: Visit['headers'], body: Uint8Array) {
  try {
    return reader.readNotice({ headers, body })
  } catch (error) {
    if (error instanceof NoticeRefused) return undefined
    throw error
  }
}
