import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { startLoop } from '@rts/shared/loops/loop'
import type { UpkeepStore } from './upkeep.sql.ts'

export type UpkeepOptions = { store: UpkeepStore; clock: Clock; logger: Logger; retentionDays: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const monthsAhead = 3
const tombstoneDays = 30
const spendDays = 90

/** Creates the partitions of the coming months before it resolves; then it deletes old rows, at once and every hour. */
export async function startUpkeep(options: UpkeepOptions): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  await ensurePartitions(options)
  const loop = startLoop({
    pollMs: hourMs,
    onError: (error) => options.logger.error({ err: error }, 'upkeep failed'),
    round: () => upkeep(options, () => stopped).then(() => false),
  })
  return {
    stop: () => {
      stopped = true
      return loop.stop()
    },
  }
}

/** One round of every chore, in short steps; it ends early when it is stopped. */
export async function upkeep(options: UpkeepOptions, isStopped: () => boolean = () => false): Promise<void> {
  const { store, clock, retentionDays } = options
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  await ensurePartitions(options)
  // Computed once: with a moving limit there would always be a little more to delete.
  const before = daysAgo(retentionDays)
  while (!isStopped() && (await store.dropPageDetails(before))) {}
  const { keywords, domains, keywordsOfSites, sites, spends, failures } = store.sweeps
  const all = async (sweep: (before: Date) => Promise<number>, days: number) => {
    while (!isStopped() && (await sweep(daysAgo(days))) === store.batchSize) {}
  }
  for (const sweep of [keywords, domains, keywordsOfSites, sites]) await all(sweep, tombstoneDays)
  await all(spends, spendDays)
  await all(failures, retentionDays)
}

function ensurePartitions({ store, clock }: UpkeepOptions): Promise<void> {
  return store.ensurePartitions(clock.now(), monthsAhead)
}
