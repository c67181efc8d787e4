import type { Failure } from '@rts/shared/failure'
import type { Capability } from './capability.ts'
import { costOfAll } from './cost.ts'
import { type LinkDeps, linkOf, mostTelling } from './link.ts'

/**
 * Providers of the same thing as one: asked in this order, the next answers when one fails. With all failed the answer is a failure,
 * without providers one of kind `no_provider`; an answer carries what was paid before it for nothing. Only the budget can make it throw.
 */
export function firstOf<Q, R>(
  source: string,
  providers: readonly Capability<Q, R>[],
  deps: LinkDeps,
): Capability<Q, R> {
  const links = providers.map((provider) => linkOf(provider, deps))
  return {
    source,
    priceUsd: (query) => Math.max(0, ...links.map((link) => link.priceUsd(query))),
    async ask(query, signal) {
      const failures: Failure[] = []
      for (const link of links) {
        const result = await link.ask(query, signal)
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
