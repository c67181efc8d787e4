import { type Clock, utcDay } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { startLoop } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { sweepSpend } from '@rts/shared/spend/settle'
import { transact } from '../transact.ts'
import { deleteDetails, ensurePartitions, lockDetails, sweepDeleted, sweepFailures } from './upkeep.sql.ts'

type UpkeepDeps = { db: Database; clock: Clock; logger: Logger; retentionDays: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const monthsAhead = 3
const tombstoneDays = 30
const spendDays = 90
const batchSize = 500

/** Creates the partitions of the coming months before it resolves; then it deletes old rows, at once and every hour. */
export async function startUpkeep(deps: UpkeepDeps): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  await ensurePartitions(deps.db, deps.clock.now(), monthsAhead)
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

/**
 * One round of every chore, in short transactions; replicas that run one at the same time skip each other. It ends early when it is
 * stopped.
 */
export async function upkeep({ db, clock, retentionDays }: UpkeepDeps, isStopped: () => boolean = () => false) {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  await ensurePartitions(db, clock.now(), monthsAhead)
  // Computed once: with a moving limit there would always be a little more to delete.
  const before = daysAgo(retentionDays)
  while (!isStopped() && (await forgetHour(db, before))) {}
  const all = async (days: number, sweep: (before: Date) => Promise<number>) => {
    while (!isStopped() && (await sweep(daysAgo(days))) === batchSize) {}
  }
  for (const sweep of sweepDeleted) await all(tombstoneDays, (day) => sweep(db, day, batchSize))
  // The cost of a page stays with the page.
  await all(spendDays, (day) => sweepSpend(db, utcDay(day), batchSize))
  await all(retentionDays, (day) => sweepFailures(db, day, batchSize))
}

/** Deletes the details of the next hour of pages older than `before`. False if there is no such hour or another replica works on it. */
function forgetHour(db: Database, before: Date): Promise<boolean> {
  return transact(db, async (tx) => {
    const from = await lockDetails(tx, before)
    if (!from) return false
    await deleteDetails(tx, from, new Date(Math.min(from.getTime() + hourMs, before.getTime())))
    return true
  })
}
