import type { Clock } from '@rts/shared/clock'
import { z } from 'zod'
import { kindOfStatus, type ProviderAnswer, type ProviderHttp, type ProviderRequest } from './http.ts'
import type { ListedResult } from './paging.ts'
import { type FailureKind, type SerpFailure, type SerpQuery, type SerpSource, serpFailure } from './serp.ts'

export type AdapterDeps = { http: ProviderHttp; clock: Clock }

/** A source with what a check may cost at most, in USD. */
export type SerpAdapter = SerpSource & { name: string; priceUsd(query: SerpQuery): number }

/** An organic result as most providers write it: only what we read; a wrong type makes the page unreadable. */
export const linkedResult = z
  .looseObject({ link: z.string().nullish(), title: z.string().nullish() })
  .transform(({ link, title }): ListedResult => ({ url: link ?? null, title: title ?? null }))

/** "People also ask" entries: a list beside the results, never worth failing a page for. */
export const questionList = z
  .array(z.looseObject({ question: z.string() }).transform(({ question }) => question))
  .optional()
  .catch(undefined)
  .transform((questions) => questions ?? [])

type Refusal = { status: number; body: unknown }

/**
 * One call: the 200 answer's body, or the failure. `kindOfRefusal` may know the meaning of a status and its body better than the
 * status alone; null leaves it to that.
 */
export async function callProvider(
  http: ProviderHttp,
  request: ProviderRequest,
  kindOfRefusal: (refusal: Refusal) => FailureKind | null = () => null,
): Promise<{ ok: true; body: unknown } | SerpFailure> {
  const answer: ProviderAnswer = await http.send(request)
  if (!answer.ok) return serpFailure(request.provider, answer.kind)
  if (answer.status === 200) return { ok: true, body: answer.body }
  const kind = kindOfRefusal(answer) ?? kindOfStatus(answer.status)
  return serpFailure(request.provider, kind, { retryAfterSeconds: answer.retryAfterSeconds })
}
