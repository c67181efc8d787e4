import { type Breaker, createBreaker } from '@rts/outside/breaker'
import { type CallLogger, createProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import type { AdapterDeps, SerpAdapter } from './adapter.ts'
import {
  type Budget,
  type BudgetStore,
  costOf,
  createBudget,
  createMemoryBudgetStore,
  overBudget,
  withinBudget,
} from './budget.ts'
import type { SerpConfig, SerpProviderName } from './config.ts'
import { createDataForSeo } from './dataforseo.ts'
import { createDataForSeoQueue } from './dataforseo-queue.ts'
import { createSearxng } from './searxng.ts'
import type { SerpPage, SerpQuery, SerpQueue, SerpResult, SerpSource } from './serp.ts'
import { createSerpapi } from './serpapi.ts'
import { createSerper } from './serper.ts'
import { createValueSerp } from './valueserp.ts'

const adapters: Record<SerpProviderName, (config: SerpConfig, deps: AdapterDeps) => SerpAdapter> = {
  dataforseo: createDataForSeo,
  serpapi: createSerpapi,
  serper: createSerper,
  valueserp: createValueSerp,
  searxng: createSearxng,
}

type Deps = { clock: Clock; logger: CallLogger; budget?: BudgetStore }
type Link = { adapter: SerpAdapter; breaker: Breaker }

function adapterDeps(config: SerpConfig, { clock, logger }: Deps): AdapterDeps {
  return { clock, http: createProviderHttp({ timeoutMs: config.SERP_TIMEOUT_MS, clock, logger }) }
}

function budgetOf(config: SerpConfig, { budget, clock }: Deps): Budget | null {
  const limit = config.SERP_DAILY_BUDGET_USD
  return limit === undefined ? null : createBudget(budget ?? createMemoryBudgetStore(), limit, clock)
}

/** An adapter answers failures; what it throws is a fault of ours, and must not leave a probe or a reservation open. */
async function searchSafely(adapter: SerpAdapter, query: SerpQuery): Promise<SerpResult> {
  return adapter.search(query).catch(() => failed(adapter.name, 'parse'))
}

async function ask(
  { adapter, breaker }: Link,
  query: SerpQuery,
  budget: Budget | null,
  deps: Deps,
): Promise<SerpResult> {
  const price = adapter.priceUsd(query)
  const reservation = await budget?.reserve(price)
  if (reservation === null) return overBudget(adapter.name, deps.clock)
  const admitted = breaker.admit()
  const result = admitted.ok ? await searchSafely(adapter, query) : admitted
  if (admitted.ok) admitted.settle(result)
  // A breaker that is open repeats the last failure without asking anybody.
  const costUsd = admitted.ok ? costOf(result, price) : 0
  await reservation?.settle(costUsd)
  return result.ok ? result : { ...result, costUsd }
}

/** The failure to tell of: the last that is not about money; billed, or asked, when any of them was. */
function mostTelling(failures: Failure[]): Failure {
  const told = failures.filter(({ kind }) => kind !== 'budget')
  const last = told.at(-1) ?? failures.at(-1)
  if (!last) return failed(null, 'no_provider')
  const [billed, asked] = [failures.some((each) => each.billed), failures.some((each) => each.asked)]
  return { ...last, billed, asked, costUsd: costOfAll(failures) }
}

function costOfAll(failures: readonly Failure[]): number {
  return failures.reduce((sum, { costUsd }) => sum + costUsd, 0)
}

/** A page with what was paid before it for nothing. */
function withCostOf(page: SerpPage, failures: readonly Failure[]): SerpPage {
  const wasted = costOfAll(failures)
  return wasted === 0 ? page : { ...page, costUsd: (page.costUsd ?? 0) + wasted }
}

/**
 * The providers of `SERP_PROVIDERS` as one source: in that order, the next answers when one fails. With all failed the
 * answer is a failure, without providers one of kind `no_provider`; only the budget's store can make it throw.
 * `SERP_DAILY_BUDGET_USD` bounds a UTC day's cost.
 */
export function createSerpSource(config: SerpConfig, deps: Deps): SerpSource {
  const budget = budgetOf(config, deps)
  const links = config.SERP_PROVIDERS.map((name): Link => {
    const breaker = createBreaker({ clock: deps.clock, source: name })
    return { adapter: adapters[name](config, adapterDeps(config, deps)), breaker }
  })
  return {
    priceUsd: (query) => Math.max(0, ...links.map(({ adapter }) => adapter.priceUsd(query))),
    async search(query) {
      const failures: Failure[] = []
      for (const link of links) {
        const result = await ask(link, query, budget, deps)
        if (result.ok) return withCostOf(result, failures)
        const { kind, billed, retryAfterSeconds } = result
        deps.logger.warn({ provider: link.adapter.name, kind, billed, retryAfterSeconds }, 'results page failed')
        failures.push(result)
      }
      return mostTelling(failures)
    },
  }
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
