import type { Budget } from '@rts/outside/cost'
import { firstOf } from '@rts/outside/first-of'
import { type CallLogger, createProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { AdapterDeps } from './adapter.ts'
import { type BudgetStore, createBudget, createMemoryBudgetStore, withinBudget } from './budget.ts'
import type { SerpConfig, SerpProviderName } from './config.ts'
import { createDataForSeo } from './dataforseo.ts'
import { createDataForSeoQueue } from './dataforseo-queue.ts'
import { createSearxng } from './searxng.ts'
import type { SerpQueue, SerpSource } from './serp.ts'
import { createSerpapi } from './serpapi.ts'
import { createSerper } from './serper.ts'
import { createValueSerp } from './valueserp.ts'

const adapters: Record<SerpProviderName, (config: SerpConfig, deps: AdapterDeps) => SerpSource> = {
  dataforseo: createDataForSeo,
  serpapi: createSerpapi,
  serper: createSerper,
  valueserp: createValueSerp,
  searxng: createSearxng,
}

type Deps = { clock: Clock; logger: CallLogger; budget?: BudgetStore }

function adapterDeps(config: SerpConfig, { clock, logger }: Deps): AdapterDeps {
  return { clock, http: createProviderHttp({ timeoutMs: config.SERP_TIMEOUT_MS, clock, logger }) }
}

function budgetOf(config: SerpConfig, { budget, clock }: Deps): Budget | null {
  const limit = config.SERP_DAILY_BUDGET_USD
  return limit === undefined ? null : createBudget(budget ?? createMemoryBudgetStore(), limit, clock)
}

/**
 * The providers of `SERP_PROVIDERS` as one source: in that order, the next answers when one fails. `SERP_DAILY_BUDGET_USD` bounds a
 * UTC day's cost; only the budget's store can make it throw.
 */
export function createSerpSource(config: SerpConfig, deps: Deps): SerpSource {
  const providers = config.SERP_PROVIDERS.map((name) => adapters[name](config, adapterDeps(config, deps)))
  return firstOf('serp', providers, { clock: deps.clock, logger: deps.logger, budget: budgetOf(config, deps) })
}

/**
 * The queue that `DATAFORSEO_MODE=queue` asks for, or null; within the daily budget like the source above, which stays its live
 * fall-back. Pass both the same `budget` store.
 */
export function createSerpQueue(config: SerpConfig, deps: Deps): SerpQueue | null {
  const isWanted = config.DATAFORSEO_MODE === 'queue' && config.SERP_PROVIDERS.includes('dataforseo')
  if (!isWanted) return null
  const queue = createDataForSeoQueue(config, adapterDeps(config, deps))
  const budget = budgetOf(config, deps)
  return budget ? withinBudget(queue, deps.clock, budget) : queue
}
