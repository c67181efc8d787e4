import type { PlanTable } from '@rts/shared/plans'
import { createGauge } from '@rts/shared/service/gauge'
import { listenTo } from '@rts/shared/service/listen'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { createSpend } from '@rts/shared/spend/spend'
import type { Config } from '../config.ts'
import { createDueStore } from './due-pages.sql.ts'
import { createRankFeed } from './feed.ts'
import { createTargetStore } from './outcomes.ts'
import { createPastStore } from './pasts.sql.ts'
import { startPastFiller } from './pasts.ts'
import type { SerpQueue, SerpSource } from './providers/serp.ts'
import { createTaskStore } from './queue-orders.sql.ts'
import { createPace } from './rules/pace.ts'
import { createUnstoredStore, type UnstoredStore } from './unstored.sql.ts'
import { startUnstoredChecks } from './unstored.ts'
import { createUpkeepStore } from './upkeep.sql.ts'
import { startUpkeep } from './upkeep.ts'
import { startRankWorker } from './worker.ts'

export type BackgroundConfig = Pick<
  Config,
  | 'RANK_CONCURRENCY'
  | 'RANK_CATCH_UP_PER_SECOND'
  | 'PAGE_RETENTION_DAYS'
  | 'SERP_DAILY_BUDGET_USD'
  | 'SERP_ACCOUNT_SHARE'
>
export type BackgroundDeps = {
  parts: Pick<ServiceParts, 'pool' | 'clock' | 'logger' | 'registry'>
  config: BackgroundConfig
  plans: PlanTable
  serp: SerpSource
  queue: SerpQueue | null
}

/** Starts the background work: the rank checks, those that could not be stored, the pasts of new competitors, and the upkeep of the tables. */
export async function startBackground(deps: BackgroundDeps): Promise<{ stop(): Promise<void> }> {
  const { parts, config, plans } = deps
  const { pool, clock, logger, registry } = parts
  const store = createUpkeepStore(pool)
  const upkeep = await startUpkeep({ store, clock, logger, retentionDays: config.PAGE_RETENTION_DAYS })
  const unstored = createUnstoredStore(pool, plans)
  createGauge(registry, {
    name: 'projects_unstored_checks',
    help: 'Checks that the database refuses to store, over all replicas',
    count: unstored.count,
  })
  const worker = startWorker(deps, unstored)
  const retries = startUnstoredChecks({ unstored, clock, logger })
  const filler = startPastFiller({ pasts: createPastStore(pool), logger })
  const listener = listenTo(pool, 'ranks', worker.wake)
  return {
    stop: async () => {
      await Promise.all([worker.stop(), retries.stop(), listener.stop(), upkeep.stop(), filler.stop()])
    },
  }
}

function startWorker(
  { parts: { pool, clock, logger }, config, plans, serp, queue }: BackgroundDeps,
  unstored: UnstoredStore,
) {
  const { RANK_CONCURRENCY: concurrency, SERP_DAILY_BUDGET_USD: budgetUsd } = config
  const pace = createPace({ perSecond: config.RANK_CATCH_UP_PER_SECOND, burst: concurrency })
  const dues = createDueStore(pool)
  return startRankWorker({
    feed: createRankFeed({ dues, clock, pace }),
    dues,
    targets: createTargetStore(pool, plans),
    unstored,
    tasks: createTaskStore(pool),
    spend: createSpend({
      pool,
      clock,
      capability: 'serp',
      budgetUsd,
      shareUsd: budgetUsd && budgetUsd * config.SERP_ACCOUNT_SHARE,
    }),
    serp,
    queue,
    clock,
    logger,
    concurrency,
  })
}
