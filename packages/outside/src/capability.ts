import type { Failure } from '@rts/shared/failure'

/** The answer of one source; `costUsd` is null if the source does not say. */
export type Answer<R> = {
  ok: true
  source: string
  sandbox: boolean
  fetchedAt: Date
  costUsd: number | null
  value: R
}

/** A kind of question with somebody to answer it: the adapter of one provider, or several behind one name. It never throws; it answers failures. */
export type Capability<Q, R> = {
  source: string
  /** The highest price of an answer, in USD. */
  priceUsd(query: Q): number
  ask(query: Q, signal?: AbortSignal): Promise<Answer<R> | Failure>
}
