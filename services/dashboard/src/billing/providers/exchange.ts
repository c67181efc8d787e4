import type { ProviderHttp } from '@rts/outside/http'
import { PaymentFailure } from './provider.ts'

export type Reply = { status: number; body: unknown }
type Call = { url: string; json?: unknown; headers?: Record<string, string> }
export type Exchange = ReturnType<typeof createExchange>

/** Statuses that say nothing about the order: the key, too many calls, the provider itself. */
const passing = (status: number) =>
  status === 401 || status === 403 || status === 408 || status === 429 || status >= 500

/** Calls of one payment provider. Throws `PaymentFailure` if it does not answer, or only about itself. */
export function createExchange(http: ProviderHttp, provider: string, secret: string) {
  const authorization = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`
  return async ({ url, json, headers = {} }: Call): Promise<Reply> => {
    const answer = await http.send({
      provider,
      url,
      headers: { authorization, ...headers },
      read: (body: unknown) => body,
      ...(json === undefined ? {} : { json }),
    })
    if (answer.state === 'failed')
      throw new PaymentFailure('unavailable', `${provider} did not answer (${answer.kind})`)
    if (answer.state === 'read') return { status: answer.status, body: answer.value }
    if (passing(answer.status)) throw new PaymentFailure('unavailable', `${provider} answered ${answer.status}`)
    return { status: answer.status, body: answer.body }
  }
}

/** An answer that is not of the documented form. */
export function oddAnswer(provider: string, { status }: Pick<Reply, 'status'>): PaymentFailure {
  return new PaymentFailure('unavailable', `${provider} answered ${status} in another form than documented`)
}
