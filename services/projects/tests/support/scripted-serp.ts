import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import type { SerpPage, SerpQuery, SerpSource } from '../../src/checks/providers/serp.ts'
import { type Blocks, noBlocks } from '../../src/history/rules/blocks.ts'

type Script = { hosts: string[] } | { fails: FailureKind }
export type ScriptedSerp = SerpSource & {
  calls: SerpQuery[]
  /** The cost of a page from now on, in USD; null if the provider does not say. */
  costUsd: number | null
  /** The cost of a failure from now on, in USD. */
  failureUsd: number
  /** Whether a failure comes from a provider, from now on; false is an open breaker. */
  isAsked: boolean
  /** The page of a phrase from now on; a phrase without a script has an empty page. */
  show(phrase: string, ...hosts: string[]): void
  /** The blocks of the page of a phrase, from now on. */
  showBlocks(phrase: string, blocks: Blocks): void
  fail(phrase: string, kind: FailureKind): void
  /** The next search throws instead. */
  breakOff(error: Error): void
  /** Holds every answer back until `resume`. */
  hold(): void
  resume(): void
}

/** A scripted provider: the hosts on each phrase's page, in order. */
export function scriptedSerp(now: () => Date): ScriptedSerp {
  const scripts = new Map<string, Script>()
  const beside = new Map<string, Blocks>()
  const calls: SerpQuery[] = []
  let gate = Promise.resolve()
  let open = () => {}
  let fault: Error | undefined
  return {
    source: 'scripted',
    calls,
    costUsd: null,
    failureUsd: 0,
    isAsked: true,
    priceUsd() {
      return this.costUsd ?? 0
    },
    show: (phrase, ...hosts) => void scripts.set(phrase, { hosts }),
    showBlocks: (phrase, blocks) => void beside.set(phrase, blocks),
    breakOff: (error) => {
      fault = error
    },
    fail: (phrase, fails) => void scripts.set(phrase, { fails }),
    hold: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    resume: () => open(),
    async ask(query) {
      const thrown = fault
      fault = undefined
      if (thrown) throw thrown
      calls.push(query)
      await gate
      const blocks = beside.get(query.phrase) ?? noBlocks
      const result = answer(scripts.get(query.phrase) ?? { hosts: [] }, blocks, query, now())
      return result.ok
        ? { ...result, costUsd: this.costUsd }
        : { ...result, costUsd: this.failureUsd, asked: this.isAsked }
    },
  }
}

function answer(script: Script, blocks: Blocks, { depth, phrase }: SerpQuery, fetchedAt: Date): SerpPage | Failure {
  if ('fails' in script) {
    return failed('scripted', script.fails)
  }
  const organic = script.hosts.slice(0, depth).map((host, i) => ({ position: i + 1, url: `https://${host}/`, host }))
  return {
    ok: true,
    source: 'scripted',
    sandbox: true,
    fetchedAt,
    costUsd: null,
    value: { depth, organic, questions: [`what is ${phrase}?`], blocks },
  }
}
