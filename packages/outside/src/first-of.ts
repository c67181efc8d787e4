import type { Failure } from '@rts/shared/failure'
import type { Capability } from './capability.ts'
import { costOfAll } from './cost.ts'
import { type LinkDeps, linkOf, mostTelling } from './link.ts'

/**
 * Several providers of the same data as one: asked in this order, the next after a failure. If all fail the answer is a failure,
 * `no_provider` without providers. An answer's cost includes that of the failures before it. Only the budget can make it throw.
 */
export function firstOf<Q, R>(
  source: string,
  providers: readonly Capability<Q, R>[],
  deps: LinkDeps,
): Capability<Q, R> {
  const links = providers.map((provider) => linkOf(provider, deps))
  return {
    source,
    priceUsd: (query) => (links.length === 0 ? 0 : Math.min(...links.map((link) => link.priceUsd(query)))),
    async ask(query, signal, budget) {
      const failures: Failure[] = []
      for (const link of links) {
        const result = await link.ask(query, signal, budget)
        if (!result.ok) {
          failures.push(result)
          continue
        }
        const wasted = costOfAll(failures)
        return wasted === 0 ? result : { ...result, costUsd: (result.costUsd ?? 0) + wasted }
      }
      return mostTelling(failures)
    },
  }
}
