import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import type { PageStore } from '../data/page-store.ts'

export type UpkeepOptions = { pages: PageStore; clock: Clock; logger: Logger; retentionDays: number }

const dayMs = 86_400_000
const monthsAhead = 3

/** Partitions for the coming months, and the addresses of old pages forgotten: once before it resolves, then daily. */
export async function startUpkeep(options: UpkeepOptions): Promise<{ stop(): void }> {
  await upkeep(options)
  const timer = setInterval(() => {
    upkeep(options).catch((error: unknown) => options.logger.error({ err: error }, 'upkeep failed'))
  }, dayMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function upkeep({ pages, clock, retentionDays }: UpkeepOptions): Promise<void> {
  const now = clock.now()
  await pages.ensurePartitions(now, monthsAhead)
  await pages.dropAddresses(new Date(now.getTime() - retentionDays * dayMs))
}
