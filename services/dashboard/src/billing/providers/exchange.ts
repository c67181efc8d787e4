import type { ProviderHttp } from '@rts/outside/http'
import type { z } from 'zod'
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

/** Closes all payment pages of an order; each address takes a POST. */
export async function cancelAll(exchange: Exchange, urls: readonly string[]) {
  const replies = await Promise.all(urls.map((url) => exchange({ url, json: {} })))
  const found = replies.filter(({ status }) => status !== 404)
  if (found.some(({ status }) => status >= 300)) return 'in_progress'
  return found.length > 0 ? 'cancelled' : 'missing'
}

/** The body of an answer. Throws `PaymentFailure` for another form than documented. */
export function readReply<T>(schema: z.ZodType<T>, provider: string, reply: Reply): T {
  const read = schema.safeParse(reply.body)
  if (!read.success) throw oddAnswer(provider, reply)
  return read.data
}

export function oddAnswer(provider: string, { status }: Pick<Reply, 'status'>): PaymentFailure {
  return new PaymentFailure('unavailable', `${provider} answered ${status} in another form than documented`)
}

/** A provider's amount as whole rupiah: a number, or a text like `299000.00`; NaN if it is anything else. */
export function rupiah(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  const [, whole] = /^(\d{1,15})(?:\.0{1,2})?$/.exec(text) ?? []
  return whole === undefined ? Number.NaN : Number(whole)
}

/** The JSON of a notice; undefined if it is none, or holds a NUL, which no database stores as text. */
export function parsedNotice(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8')
  if (/\0|\\u0000/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
