import { Counter, type Registry } from 'prom-client'
import { type Clock, utcDay } from '../clock.ts'
import type { Logger } from '../logger.ts'

/** They do not count against a provider. */
const fine = new Set(['ok', 'not_found', 'suspect'])

export type ProviderCalls = {
  /** `ok`, `not_found`, or the kind of failure. */
  count(provider: string, outcome: string): void
}
type Tally = { calls: number; failed: number }

/** By outcome; each thread logs a day's failures with the next day's first call. No keys, no phrases. */
export function createProviderCalls(
  registry: Registry,
  { clock, logger, thread }: { clock: Clock; logger: Pick<Logger, 'info'>; thread: 'calls' | 'work' | 'both' },
): ProviderCalls {
  const total = new Counter({
    name: 'provider_calls_total',
    help: 'Calls of providers, by outcome',
    labelNames: ['provider', 'outcome', 'thread'],
    registers: [registry],
  })
  let day = utcDay(clock.now())
  let tallies = new Map<string, Tally>()

  function endDay(today: string): void {
    const providers = [...tallies].map(([provider, { calls, failed }]) => [
      provider,
      { calls, failed, share: failed / calls },
    ])
    logger.info({ day, providers: Object.fromEntries(providers) }, 'provider calls of a day')
    day = today
    tallies = new Map()
  }

  return {
    count(provider, outcome) {
      total.inc({ provider, outcome, thread })
      const today = utcDay(clock.now())
      if (today !== day) endDay(today)
      const { calls, failed } = tallies.get(provider) ?? { calls: 0, failed: 0 }
      tallies.set(provider, { calls: calls + 1, failed: failed + (fine.has(outcome) ? 0 : 1) })
    },
  }
}
