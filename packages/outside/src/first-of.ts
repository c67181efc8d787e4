import { type Failure, failed } from '@rts/shared/failure'
import type { Answer, Capability } from './capability.ts'
import { costOfAll } from './cost.ts'
import { type LinkDeps, linkOf, mostTelling } from './link.ts'

/** Asks in order, the next after a failure, and adds up costs. Only the budget can make it throw. */
export function firstOf<Q, R>(
  source: string,
  providers: readonly Capability<Q, R>[],
  deps: LinkDeps,
): Capability<Q, R> {
  const links = providers.map((provider) => linkOf(provider, deps))
  return {
    source,
    priceUsd: (query) => (links.length === 0 ? 0 : Math.min(...links.map((link) => link.priceUsd(query)))),
    async ask(query, signal, budget, judge) {
      const failures: Failure[] = []
      for (const link of links) {
        if (judge?.skips(link.source)) continue
        const answer = await link.ask(query, signal, budget)
        const result =
          answer.ok && judge?.accepts(answer, link.source) === false ? doubted(answer, link.priceUsd(query)) : answer
        if (!result.ok) {
          failures.push(result)
          continue
        }
        const wasted = costOfAll(failures)
        return wasted === 0 ? result : { ...result, costUsd: (result.costUsd ?? 0) + wasted }
      }
      if (failures.length === 0 && links.length > 0) return failed(source, 'suspect', { asked: false })
      return mostTelling(failures)
    },
  }
}

function doubted({ source, costUsd }: Answer<unknown>, priceUsd: number): Failure {
  return { ...failed(source, 'suspect', { billed: true }), costUsd: costUsd ?? priceUsd }
}
