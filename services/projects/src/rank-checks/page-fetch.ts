import { costOf, failed } from '@rts/shared/failure'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import type { Held } from '@rts/shared/spend/spend'
import { type CheckDeps, queryOf } from './admit.ts'
import type { ClaimedTarget } from './due-pages.sql.ts'
import { fail, keep } from './page-end.ts'

/** The most time for all providers together: one that hangs must not block a slot for ever. */
const searchPatienceMs = 240_000

/** Asks the providers now and stores the answer. `wastedUsd` is the cost of a refused order for the page. */
export async function fetchLive(
  deps: CheckDeps,
  target: ClaimedTarget,
  held: Held,
  wastedUsd: number = 0,
): Promise<void> {
  const { serp, logger } = deps
  const query = queryOf(target)
  const result = await withinPatience((signal) => serp.ask(query, signal, held)).catch((error: unknown) => {
    // The cost could not be reserved, so no provider was asked.
    if (isDatabaseLoss(error)) throw error
    logger.error({ err: error, target: target.id }, 'results page source threw')
    return failed(null, 'upstream')
  })
  const bill = { purchase: held, usd: costOf(result, serp.priceUsd(query)) + wastedUsd }
  if (!result.ok) return fail(deps, target, result, bill)
  const beforeUsd = wastedUsd + target.taskUsd
  const costUsd = result.costUsd === null && beforeUsd === 0 ? null : (result.costUsd ?? 0) + beforeUsd
  await keep(deps, target, result, { costUsd, bill })
}

async function withinPatience<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), searchPatienceMs)
  return work(ending.signal).finally(() => clearTimeout(timer))
}
