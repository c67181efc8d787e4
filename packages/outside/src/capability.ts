import type { Failure } from '@rts/shared/failure'

/** What one source answers; `costUsd` is null where nobody says. */
export type Answer<R> = {
  ok: true
  source: string
  sandbox: boolean
  fetchedAt: Date
  costUsd: number | null
  value: R
}

/** Something that can be asked: an adapter of one provider, or several behind one name. It answers failures and throws none. */
export type Capability<Q, R> = {
  source: string
  /** What an answer may cost at most, in USD. */
  priceUsd(query: Q): number
  ask(query: Q, signal?: AbortSignal): Promise<Answer<R> | Failure>
}
