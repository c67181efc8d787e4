import type { PlanTable } from '@rts/shared/plans'
import { createGauge } from '@rts/shared/service/gauge'
import { listenTo } from '@rts/shared/service/listen'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { createSpend } from '@rts/shared/spend/spend'
import type { Config } from '../config.ts'
import { createRankFeed } from './feed.ts'
import { createOutcomes } from './outcomes.ts'
import { startPastFilling } from './pasts.ts'
import type { SerpQueue, SerpSource } from './providers/serp.ts'
import { createPace } from './rules/pace.ts'
import { countUnstored } from './unstored.sql.ts'
import { createUnstoredChecks } from './unstored.ts'
import { startUpkeep } from './upkeep.ts'
import { startRankWorker } from './worker.ts'

export { recordDaily, recordImported } from './pasts.sql.ts'
export { fillNextPast } from './pasts.ts'
export { createSerpQueue, createSerpSource } from './providers/chain.ts'
export type { SerpQueue, SerpSource } from './providers/serp.ts'
export { checkHandlers } from './requests.ts'
export { rhythmOf } from './rules/rhythm.ts'
export { listNextChecks, upsertTargets } from './targets.sql.ts'
export { track } from './tracking.ts'

export type RankCheckConfig = Pick<
  Config,
  | 'RANK_CONCURRENCY'
  | 'RANK_CATCH_UP_PER_SECOND'
  | 'PAGE_RETENTION_DAYS'
  | 'SERP_DAILY_BUDGET_USD'
  | 'SERP_ACCOUNT_SHARE'
>
type RankCheckDeps = {
  parts: Pick<ServiceParts, 'pool' | 'clock' | 'logger' | 'registry'>
  config: RankCheckConfig
  plans: PlanTable
  serp: SerpSource
  queue: SerpQueue | null
}

/** Starts the rank checks, the retries of those that could not be stored, the pasts of new competitors, and the upkeep of the tables. */
export async function startRankChecks({
  parts: { pool: db, clock, logger, registry },
  config,
  plans,
  serp,
  queue,
}: RankCheckDeps): Promise<{ stop(): Promise<void> }> {
  const { RANK_CONCURRENCY: concurrency, SERP_DAILY_BUDGET_USD: budgetUsd } = config
  const upkeep = await startUpkeep({ db, clock, logger, retentionDays: config.PAGE_RETENTION_DAYS })
  const unstored = createUnstoredChecks({ db, plans, clock, logger })
  createGauge(registry, {
    name: 'projects_unstored_checks',
    help: 'Checks that the database refuses to store, over all replicas',
    count: () => countUnstored(db),
  })
  const pace = createPace({ perSecond: config.RANK_CATCH_UP_PER_SECOND, burst: concurrency })
  const shareUsd = budgetUsd && budgetUsd * config.SERP_ACCOUNT_SHARE
  const worker = startRankWorker({
    db,
    feed: createRankFeed({ db, clock, pace }),
    outcomes: createOutcomes(db, plans),
    unstored,
    spend: createSpend({ pool: db, clock, capability: 'serp', budgetUsd, shareUsd }),
    serp,
    queue,
    clock,
    logger,
    concurrency,
  })
  const running = [worker, unstored.start(), startPastFilling(db, logger), listenTo(db, 'ranks', worker.wake), upkeep]
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}
