import type { Failure } from '@rts/shared/failure'
import type { Budget } from './cost.ts'

/** The answer of one source; `costUsd` is null if the source does not say. */
export type Answer<R> = {
  ok: true
  source: string
  sandbox: boolean
  fetchedAt: Date
  costUsd: number | null
  value: R
}

/** Which answers are believed, and whom it is no use to ask. A doubted answer counts as the failure `suspect`. */
export type Judge<R> = { accepts(answer: Answer<R>, provider: string): boolean; skips(provider: string): boolean }

/** A kind of question with somebody to answer it. It never throws; it answers failures. */
export type Capability<Q, R> = {
  source: string
  /** The highest price of an answer, in USD; for providers that answer in turn, that of the cheapest. */
  priceUsd(query: Q): number
  /** `budget` pays for each provider that is asked; without one there is no limit. `judge` is asked about each answer. */
  ask(query: Q, signal?: AbortSignal, budget?: Budget, judge?: Judge<R>): Promise<Answer<R> | Failure>
}
