import type { Failure } from '@rts/shared/failure'
import type { Answer, Capability } from './capability.ts'
import { type Budget, costOfAll } from './cost.ts'
import { type LinkDeps, linkOf, mostTelling } from './link.ts'

export type Union<R> = Omit<Answer<R>, 'source'> & { sources: string[]; failures: Failure[] }

type United<Q, R> = { ask(query: Q, signal?: AbortSignal, budget?: Budget): Promise<Union<R> | Failure> }

/** Asks all providers at once; the part of one that fails is missing. */
export function allOf<Q, R>(
  providers: readonly Capability<Q, R>[],
  merge: (parts: R[]) => R,
  deps: LinkDeps,
): Pick<Capability<Q, R>, 'priceUsd'> & United<Q, R> {
  const links = providers.map((provider) => linkOf(provider, deps))
  return {
    priceUsd: (query) => links.reduce((sum, link) => sum + link.priceUsd(query), 0),
    async ask(query, signal, budget) {
      const results = await Promise.all(links.map((link) => link.ask(query, signal, budget)))
      const answers = results.filter((result) => result.ok)
      const failures = results.filter((result) => !result.ok)
      return answers.length === 0 ? mostTelling(failures) : united(answers, failures, merge)
    },
  }
}

function united<R>(answers: Answer<R>[], failures: Failure[], merge: (parts: R[]) => R): Union<R> {
  const known = answers.map(({ costUsd }) => costUsd).filter((costUsd) => costUsd !== null)
  const wasted = costOfAll(failures)
  const isKnown = known.length > 0 || wasted > 0
  return {
    ok: true,
    sources: answers.map(({ source }) => source),
    sandbox: answers.some(({ sandbox }) => sandbox),
    fetchedAt: new Date(Math.min(...answers.map(({ fetchedAt }) => fetchedAt.getTime()))),
    costUsd: isKnown ? known.reduce((sum, costUsd) => sum + costUsd, wasted) : null,
    value: merge(answers.map(({ value }) => value)),
    failures,
  }
}
