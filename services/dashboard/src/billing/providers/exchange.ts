import type { z } from 'zod'
import { type CancelOutcome, PaymentFailure, type ProviderParts } from './provider.ts'

export type Reply = { status: number; body: unknown }
/** `refusal` is a status that says something about this call alone, though it does not elsewhere. */
type Call = { url: string; json?: unknown; headers?: Record<string, string>; refusal?: number }
export type Exchange = ReturnType<typeof createExchange>

/** Statuses that say nothing about the order: the key, too many calls, the provider itself. */
const passing = (status: number) =>
  status === 401 || status === 403 || status === 408 || status === 429 || status >= 500

/** Calls of one payment provider. Each throws `PaymentFailure`. */
export function createExchange(
  { http, unreadable }: Pick<ProviderParts, 'http' | 'unreadable'>,
  provider: string,
  secret: string,
) {
  const authorization = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`
  /** An answer in another form than documented leaves all as it is, and is asked for again. */
  function odd({ status }: Pick<Reply, 'status'>, field: string): PaymentFailure {
    unreadable({ provider, field, status })
    return new PaymentFailure('unavailable', `${provider} answered ${status} in another form than documented`)
  }
  return {
    odd,

    /** Throws if it does not answer, or only about itself. */
    async send({ url, json, headers = {}, refusal }: Call): Promise<Reply> {
      const answer = await http.send({
        provider,
        url,
        headers: { authorization, ...headers },
        read: (body: unknown) => body,
        ...(json === undefined ? {} : { json }),
      })
      if (answer.state === 'failed' && answer.kind === 'parse') throw odd({ status: answer.status ?? 0 }, 'body')
      if (answer.state === 'failed')
        throw new PaymentFailure('unavailable', `${provider} did not answer (${answer.kind})`)
      if (answer.state === 'read') return { status: answer.status, body: answer.value }
      if (passing(answer.status) && answer.status !== refusal)
        throw new PaymentFailure('unavailable', `${provider} answered ${answer.status}`)
      return { status: answer.status, body: answer.body }
    },

    read<T>(schema: z.ZodType<T>, reply: Reply): T {
      const read = schema.safeParse(reply.body)
      if (read.success) return read.data
      throw odd(reply, read.error.issues[0]?.path.join('.') || 'body')
    },
  }
}

/** For a call that does something: without a readable answer it is unknown whether it was done. */
export function notKnown(error: unknown): null {
  if (error instanceof PaymentFailure) return null
  throw error
}

/** Closes all payment pages of an order. */
export async function cancelAll(pages: readonly string[], cancel: (page: string) => Promise<CancelOutcome>) {
  const outcomes = await Promise.all(pages.map(cancel))
  if (outcomes.includes('in_progress')) return 'in_progress'
  return outcomes.includes('cancelled') ? 'cancelled' : 'missing'
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
