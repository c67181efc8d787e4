import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import type { UpkeepStore } from '../data/upkeep-store.ts'

export type UpkeepOptions = { store: UpkeepStore; clock: Clock; logger: Logger; retentionDays: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const monthsAhead = 3
const tombstoneDays = 30
const factDays = 7

/** Partitions for the coming months before it resolves; then, and each hour again, all that has grown old. */
export async function startUpkeep(options: UpkeepOptions): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  await ensurePartitions(options)
  const round = () =>
    upkeep(options, () => stopped).catch((error: unknown) => options.logger.error({ err: error }, 'upkeep failed'))
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, hourMs)
  timer.unref()
  return {
    stop: () => {
      stopped = true
      clearInterval(timer)
      return running
    },
  }
}

/** One round of every chore, in short steps; it ends early once it is told to stop. */
export async function upkeep(options: UpkeepOptions, isStopped: () => boolean = () => false): Promise<void> {
  const { store, clock, retentionDays } = options
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  await ensurePartitions(options)
  while (!isStopped() && (await store.dropPageDetails(daysAgo(retentionDays)))) {}
  const { keywords, domains, keywordsOfSites, sites, facts } = store.sweeps
  for (const sweep of [keywords, domains, keywordsOfSites, sites])
    while (!isStopped() && (await sweep(daysAgo(tombstoneDays))) === store.batchSize) {}
  while (!isStopped() && (await facts(daysAgo(factDays))) === store.batchSize) {}
}

function ensurePartitions({ store, clock }: UpkeepOptions): Promise<void> {
  return store.ensurePartitions(clock.now(), monthsAhead)
}
