import type { Failure } from '@rts/shared/failure'
import type { Budget } from './cost.ts'

/** `costUsd` is null if the source names no cost. */
export type Answer<R> = {
  ok: true
  source: string
  sandbox: boolean
  fetchedAt: Date
  costUsd: number | null
  value: R
}

/** A doubted answer counts as the failure `suspect`; `skips` names providers not worth asking. */
export type Judge<R> = { accepts(answer: Answer<R>, provider: string): boolean; skips(provider: string): boolean }

/** Never throws: it returns failures. */
export type Capability<Q, R> = {
  source: string
  /** The highest price of an answer; of providers in turn, the cheapest one's. */
  priceUsd(query: Q): number
  /** `budget` pays for each provider asked, without limit if absent; `judge` sees each answer. */
  ask(query: Q, signal?: AbortSignal, budget?: Budget, judge?: Judge<R>): Promise<Answer<R> | Failure>
}
