import { createGauge, createGauges } from '@rts/shared/service/gauge'
import { listenTo } from '@rts/shared/service/listen'
import type { ServiceParts } from '@rts/shared/service/run-service'
import {
  countUnstored,
  createOutcomes,
  createUnstoredChecks,
  maxCounted,
  type SerpQueue,
  type SerpSource,
  serpSpend,
  startRankWorker,
} from './checks/checks.ts'
import type { Config } from './config.ts'
import { countFound, startEnding, startOrphanSearch, startUpkeep } from './ending/ending.ts'
import { countMonthsAhead, countRowsOutside, startKeepingCourses, startPastFilling } from './history/history.ts'
import { countDue, createPace, createRankFeed, type DepthTerms, maxDue, startGivingQueueSlots } from './queue/queue.ts'

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
    startGivingQueueSlots({ db, clock, logger, wake: worker.wake }),
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

/** Shows, over all replicas, how long the queue of results pages is, and what of their history waits or is wrong. */
export function showFigures({ registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>): void {
  createGauges(
    registry,
    {
      projects_due_pages: `Results pages that are due, at most ${maxDue} in each of five parts of the queue`,
      projects_oldest_due_seconds: 'Since when the oldest of them is due; 0 without any',
    },
    () => countDue(pool, clock.now()),
  )
  createGauge(registry, {
    name: 'projects_months_ahead',
    help: 'Coming months for which every table of history has a partition',
    count: () => countMonthsAhead(pool, clock.now()),
  })
  createGauge(registry, {
    name: 'projects_rows_outside_months',
    help: 'Rows of history in no month of their own, at most 1,000 of a table: 0 unless something is wrong',
    count: () => countRowsOutside(pool),
  })
  createGauge(registry, {
    name: 'projects_unstored_checks',
    help: `Checks that the database refuses to store, at most ${maxCounted}`,
    count: () => countUnstored(pool),
  })
  createGauge(registry, {
    name: 'projects_orphans',
    help: 'Keys of history without an owner that the last daily search found and deleted: 0 unless something is wrong',
    count: () => countFound(pool),
  })
}
