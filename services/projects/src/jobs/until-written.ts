import { isDatabaseLoss } from '@rts/shared/service/database-loss'

const retryMs = 1_000

/**
 * Does what must not be lost, again and again while the database is away: what was paid for would be paid for once more. The
 * page keeps its place in the worker meanwhile, so that no more than these are ever held.
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
