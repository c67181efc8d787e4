import { listenTo } from '@rts/shared/service/listen'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { createSpend, type Spend } from '@rts/shared/spend/spend'
import type { Config } from '../config.ts'
import { startKeepingCourses } from './course-keeping.ts'
import { startGivingTurns } from './due-turns.ts'
import { startEnding } from './ending.ts'
import { createRankFeed } from './feed.ts'
import { startOrphanSearch } from './orphans.ts'
import { createOutcomes } from './outcomes.ts'
import { startPastFilling } from './pasts.ts'
import type { SerpQueue, SerpSource } from './providers/serp.ts'
import type { DepthTerms } from './rules/depth.ts'
import { createPace } from './rules/pace.ts'
import { createUnstoredChecks } from './unstored.ts'
import { startUpkeep } from './upkeep.ts'
import { startRankWorker } from './worker.ts'

export { isSmartByDefault } from './config.ts'
export { readTallies, shiftCourses } from './courses.ts'
export { forgetTurns } from './due-order.sql.ts'
export { showFigures } from './figures.ts'
export { makeMonths } from './months.ts'
export { recordDaily, recordImported } from './pasts.sql.ts'
export { fillNextPast } from './pasts.ts'
export { serpArea, serpProbes } from './probes.ts'
export { createPagePrice, createSerpQueue, createSerpSource } from './providers/chain.ts'
export type { SerpQueue, SerpSource } from './providers/serp.ts'
export { checkHandlers } from './requests.ts'
export { type Blocks, bitOf, kindsOf, readFact } from './rules/blocks.ts'
export type { DepthTerms } from './rules/depth.ts'
export { importStart } from './rules/history-start.ts'
export { keptSince, keptUntil } from './rules/kept.ts'
export { unpackPage } from './rules/packed-page.ts'
export { cutPage } from './rules/positions.ts'
export { reachOf, rhythmOf } from './rules/rhythm.ts'
export { type DayTally, daysBetween, firstDay } from './rules/tallies.ts'
export { listNextChecks, upsertTargets } from './targets.sql.ts'
export { track } from './tracking.ts'

export type RankCheckConfig = Pick<
  Config,
  | 'RANK_CONCURRENCY'
  | 'RANK_CATCH_UP_PER_SECOND'
  | 'PAGE_RETENTION_DAYS'
  | 'HISTORY_MONTHS'
  | 'POSITIONS_DAILY_AFTER_MONTHS'
  | 'SERP_DAILY_BUDGET_USD'
  | 'SERP_ACCOUNT_SHARE'
  | 'SERP_PROVIDERS'
>
type RankCheckDeps = {
  parts: Pick<ServiceParts, 'pool' | 'clock' | 'logger' | 'calls'>
  config: RankCheckConfig
  terms: DepthTerms
  serp: SerpSource
  queue: SerpQueue | null
}

/** The day's budget of results pages. */
export function serpSpend(
  { pool, clock }: Pick<ServiceParts, 'pool' | 'clock'>,
  { SERP_DAILY_BUDGET_USD: budgetUsd, SERP_ACCOUNT_SHARE: share }: RankCheckConfig,
): Spend {
  return createSpend({ pool, clock, capability: 'serp', budgetUsd, shareUsd: budgetUsd && budgetUsd * share })
}

/** Starts the rank checks, the retries of those that could not be stored, the pasts of new competitors, and the upkeep of the tables. */
export async function startRankChecks({
  parts: { pool: db, clock, logger, calls },
  config,
  terms,
  serp,
  queue,
}: RankCheckDeps): Promise<{ stop(): Promise<void> }> {
  const { RANK_CONCURRENCY: concurrency } = config
  const upkeep = await startUpkeep({
    db,
    clock,
    logger,
    retentionDays: config.PAGE_RETENTION_DAYS,
    historyMonths: config.HISTORY_MONTHS,
    dailyAfterMonths: config.POSITIONS_DAILY_AFTER_MONTHS,
  })
  const unstored = createUnstoredChecks({ db, terms, clock, logger })
  const pace = createPace({ perSecond: config.RANK_CATCH_UP_PER_SECOND, burst: concurrency })
  const worker = startRankWorker({
    db,
    feed: createRankFeed({ db, clock, pace, terms }),
    outcomes: createOutcomes(db, terms),
    unstored,
    spend: serpSpend({ pool: db, clock }, config),
    serp,
    queue,
    clock,
    logger,
    calls,
    concurrency,
  })
  const past = startPastFilling(db, logger)
  const running = [
    startEnding({ db, clock, logger }),
    startKeepingCourses({ db, clock, logger }),
    startOrphanSearch({ db, clock, logger }),
    worker,
    startGivingTurns({ db, clock, logger, wake: worker.wake }),
    unstored.start(),
    past,
    listenTo(db, 'ranks', worker.wake),
    upkeep,
  ]
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}
