import { costOf, type Failure, failed } from '../failure.ts'
import type { Held, Spend } from './spend.ts'

type Costly = { ok: true; costUsd: number | null }
export type Buyable<Q, A extends Costly> = {
  priceUsd(query: Q): number
  ask(query: Q, signal: AbortSignal, budget: Held): Promise<A | Failure>
}
export type Purchase = { spend: Spend; payers: readonly string[]; signal: AbortSignal }

/** Calls under way may cost less than their price. */
const laterSeconds = 5

/** Asks within what the day and one of the payers can bear, and books what it has cost. */
export async function bought<Q, A extends Costly>(
  source: Buyable<Q, A>,
  query: Q,
  { spend, payers, signal }: Purchase,
): Promise<A | Failure> {
  const priceUsd = source.priceUsd(query)
  const held = await spend.reserve(payers, priceUsd)
  if (held === 'over') return failed(null, 'budget', { asked: false })
  if (held === 'later') return failed(null, 'rate', { retryAfterSeconds: laterSeconds, asked: false })
  try {
    const answer = await source.ask(query, signal, held)
    await held.settle(costOf(answer, priceUsd))
    return answer
  } catch (error) {
    await held.release()
    throw error
  }
}
