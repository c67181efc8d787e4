import type { Clock } from '@rts/shared/clock'
import { costOf, type Failure, failed } from '@rts/shared/failure'
import { createBreaker } from './breaker.ts'
import type { Answer, Capability } from './capability.ts'
import { type Budget, costOfAll, overBudget } from './cost.ts'
import type { CallCounter, CallLogger } from './http.ts'

export type LinkDeps = { clock: Clock; logger: CallLogger; calls?: CallCounter | undefined }

/** Behind its own breaker and each call's budget; failures are logged and carry their cost. */
export function linkOf<Q, R>(provider: Capability<Q, R>, { clock, logger, calls }: LinkDeps): Capability<Q, R> {
  const { source } = provider
  const breaker = createBreaker({ clock, source })

  async function askWithin(query: Q, signal?: AbortSignal, budget?: Budget): Promise<Answer<R> | Failure> {
    const price = provider.priceUsd(query)
    const reservation = await budget?.reserve(price)
    if (reservation === null) return overBudget(source, clock)
    const admitted = breaker.admit()
    // A throwing adapter is our fault; it must leave no probe or reservation open.
    const result = admitted.ok ? await provider.ask(query, signal).catch(() => failed(source, 'parse')) : admitted
    if (admitted.ok) admitted.settle(result)
    // An open breaker repeats the last failure without a call.
    const costUsd = admitted.ok ? costOf(result, price) : 0
    await reservation?.settle(costUsd)
    return result.ok ? result : { ...result, costUsd }
  }

  return {
    ...provider,
    async ask(query, signal, budget) {
      const result = await askWithin(query, signal, budget)
      if (result.ok) return result
      const { kind, billed, retryAfterSeconds } = result
      // As a call it succeeded.
      if (kind === 'suspect') calls?.count(source, kind)
      logger.warn({ provider: source, kind, billed, retryAfterSeconds }, 'provider failed')
      return result
    },
  }
}

/** A doubted answer, else the last failure not about the budget; billed or asked if any was. */
export function mostTelling(failures: readonly Failure[]): Failure {
  const notBudget = failures.filter(({ kind }) => kind !== 'budget')
  const last = failures.find(({ kind }) => kind === 'suspect') ?? notBudget.at(-1) ?? failures.at(-1)
  if (!last) return failed(null, 'no_provider')
  const billed = failures.some((each) => each.billed)
  const asked = failures.some((each) => each.asked)
  return { ...last, billed, asked, costUsd: costOfAll(failures) }
}
