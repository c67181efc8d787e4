import { isDatabaseLoss } from '@rts/shared/service/database-loss'

const retryMs = 1_000

/**
 * Repeats a write while the database is away: a lost page would be paid for twice. The page keeps its slot in the worker
 * meanwhile, so the worker never holds more pages than it has slots.
 */
export async function untilWritten<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseLoss(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
  }
}
