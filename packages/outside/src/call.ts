import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import type { z } from 'zod'
import { kindOfStatus, type ProviderHttp, type ProviderRequest } from './http.ts'

type Refusal = { status: number; body: unknown }
export type Meaning = FailureKind | Pick<Failure, 'kind' | 'retryAfterSeconds'> | null

type WholeBody = Omit<ProviderRequest, 'read'>

/** `meaningOf` may read more than the status tells; null: the status decides. */
export async function callProvider(
  http: ProviderHttp,
  request: WholeBody,
  meaningOf?: (refusal: Refusal) => Meaning,
): Promise<{ ok: true; body: unknown } | Failure> {
  return readProvider(http, { ...request, read: (body) => ({ ok: true, body }) }, meaningOf)
}

/** An answer that does not fit `schema` is a `parse` failure. */
export async function askProvider<T>(
  http: ProviderHttp,
  request: WholeBody,
  schema: z.ZodType<T>,
  meaningOf?: (refusal: Refusal) => Meaning,
): Promise<{ ok: true; body: T } | Failure> {
  const answer = await callProvider(http, request, meaningOf)
  if (!answer.ok) return answer
  const { success, data } = schema.safeParse(answer.body)
  return success ? { ok: true, body: data } : failed(request.provider, 'parse')
}

/** For large bodies: keeps only what `read` makes. */
export async function readProvider<T>(
  http: ProviderHttp,
  request: ProviderRequest<T>,
  meaningOf: (refusal: Refusal) => Meaning = () => null,
): Promise<T | Failure> {
  const answer = await http.send(request)
  if (answer.state === 'failed') return failed(request.provider, answer.kind)
  if (answer.state === 'read') return answer.value
  const meaning = meaningOf(answer) ?? kindOfStatus(answer.status)
  const refusal = typeof meaning === 'string' ? { kind: meaning, retryAfterSeconds: null } : meaning
  return failed(request.provider, refusal.kind, {
    retryAfterSeconds: refusal.retryAfterSeconds ?? answer.retryAfterSeconds,
  })
}
