import { type Clock, utcDay } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { startLoop } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { sweepSpend } from '@rts/shared/spend/settle'
import { dropMonths, listMonthlyTables, makeComingMonths, moveIntoMonths } from '../history/history.ts'
import { sweepFailures, thinPositions } from './deletion.sql.ts'
import { endStep, endUnreadPages } from './deletion.ts'
import { historyStart } from './rules/kept.ts'

type UpkeepDeps = {
  db: Database
  clock: Clock
  logger: Logger
  retentionDays: number
  /** How many months of history are kept; all if undefined. */
  historyMonths: number | undefined
  dailyAfterMonths?: number | undefined
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const monthsAhead = 3
const spendDays = 90
const batchSize = 500
const thinnedKeywords = 100

/** Creates the partitions of the coming months before it resolves; then it deletes old rows, at once and every hour. */
export async function startUpkeep(deps: UpkeepDeps): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  await makeComingMonths(deps.db, deps.clock.now(), monthsAhead)
  const loop = startLoop({
    pollMs: hourMs,
    onError: (error) => deps.logger.error({ err: error }, 'upkeep failed'),
    round: () => upkeep(deps, () => stopped).then(() => false),
  })
  return {
    stop: () => {
      stopped = true
      return loop.stop()
    },
  }
}

/** One round of every chore in short transactions; replicas skip each other. */
export async function upkeep(deps: UpkeepDeps, isStopped: () => boolean = () => false) {
  const { db, clock, retentionDays, dailyAfterMonths } = deps
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  await keepMonths(deps, isStopped)
  await dropMonths(db, 'page_detail', daysAgo(retentionDays))
  const all = async (days: number, sweep: (before: Date) => Promise<number>) => {
    while (!isStopped() && (await sweep(daysAgo(days))) === batchSize) {}
  }
  while (!isStopped() && (await endStep(db, clock.now()))) {}
  await endUnreadPages(db, isStopped)
  // The cost of a page stays with the page.
  await all(spendDays, (day) => sweepSpend(db, utcDay(day), batchSize))
  await all(retentionDays, (day) => sweepFailures(db, day, batchSize))
  if (dailyAfterMonths === undefined) return
  const until = new Date(clock.now())
  until.setUTCMonth(until.getUTCMonth() - dailyAfterMonths, 1)
  while (!isStopped() && (await thinPositions(db, until, thinnedKeywords))) {}
}

/** Makes the coming months, moves what lies outside of all months into one, and ends the months that are older than history is kept. */
async function keepMonths({ db, clock, logger, historyMonths }: UpkeepDeps, isStopped: () => boolean): Promise<void> {
  await makeComingMonths(db, clock.now(), monthsAhead)
  const moved = await moveIntoMonths(db, isStopped)
  if (moved > 0) logger.warn({ months: moved }, 'rows without a month were moved into new ones')
  if (historyMonths === undefined) return
  for (const table of await listMonthlyTables(db)) {
    const dropped = await dropMonths(db, table, historyStart(clock.now(), historyMonths))
    if (dropped > 0) logger.info({ table, months: dropped }, 'old months of history have ended')
  }
}
