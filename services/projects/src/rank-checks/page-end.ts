import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import type { Logger } from '@rts/shared/logger'
import { refusalOf } from '@rts/shared/service/database-refusal'
import type { Held } from '@rts/shared/spend/spend'
import type { ClaimedTarget } from './due-pages.sql.ts'
import type { TargetStore } from './outcomes.ts'
import type { SerpPage } from './providers/serp.ts'
import type { CheckedPage } from './results.sql.ts'
import { compactPage } from './rules/positions.ts'
import { nextBudgetDay, retryDelay } from './rules/rhythm.ts'
import type { UnstoredStore } from './unstored.sql.ts'
import { untilWritten } from './until-written.ts'

type EndDeps = { targets: TargetStore; unstored: UnstoredStore; clock: Clock; logger: Logger }
/** The cost of a fetch in USD, without its orders, and the reservation for it. */
export type Bill = { purchase: Held; usd: number }

/** Stores a page and books its bill; `costUsd` is the total cost, orders included. */
export async function keep(
  deps: EndDeps,
  target: ClaimedTarget,
  page: SerpPage,
  { costUsd, bill }: { costUsd: number | null; bill: Bill | null },
): Promise<void> {
  const { fetchedAt, source, sandbox } = page
  const { depth, organic, questions } = page.value
  const checked = { fetchedAt, source, sandbox, depth, questions, costUsd, ...compactPage(organic) }
  const write = untilWritten(() => deps.targets.keep(target, checked, bill))
  const isKept = await write
    .catch((error: unknown) => keepRefused(deps, { target, page: checked, bill }, error))
    .catch(async (error: unknown) => {
      // A page that cannot be stored counts as failed; otherwise it would be bought again and again.
      deps.logger.error({ err: refusalOf(error) ?? error, target: target.id }, 'results page could not be stored')
      await fail(deps, target, failed(null, 'storage'), bill)
      return true
    })
  if (!isKept) await settleAlone(bill)
}

type Bought = { target: ClaimedTarget; page: CheckedPage; bill: Bill | null }

/** Keeps a page that the database refuses, for the readers that it refuses. Throws what is no refusal. */
async function keepRefused(
  { unstored, logger }: EndDeps,
  { target, page, bill }: Bought,
  error: unknown,
): Promise<boolean> {
  if (!refusalOf(error)) throw error
  const refused = await untilWritten(() => unstored.keep(target, page, bill))
  if (refused !== null && refused.length > 0)
    logger.error({ target: target.id, refused }, 'checks could not be stored, and are kept')
  return refused !== null
}

/** Shows a failure to the readers and books its bill; a page beyond the day's budget waits for the next day. */
export async function fail(
  { targets, clock }: EndDeps,
  target: ClaimedTarget,
  failure: Failure,
  bill: Bill | null = null,
): Promise<void> {
  const now = clock.now()
  const ended = { kind: failure.kind, source: failure.source, ...retryOf(target, failure, now) }
  const isShown = await untilWritten(() => targets.fail(target, ended, now, bill))
  if (!isShown) await settleAlone(bill)
}

function retryOf(target: ClaimedTarget, failure: Failure, now: Date): { retryAt: Date | null; isCounted: boolean } {
  if (failure.kind === 'budget') return { retryAt: nextBudgetDay(now, target.slotSeconds), isCounted: false }
  const delay = retryDelay(target.tries + 1, failure.retryAfterSeconds, isHopeless(failure))
  const retryAt = delay === null ? null : new Date(now.getTime() + delay * 1_000)
  return { retryAt, isCounted: failure.asked }
}

/** Books the bill when another worker has the page: this fetch was paid for all the same. */
async function settleAlone(bill: Bill | null): Promise<void> {
  if (bill) await untilWritten(() => bill.purchase.settle(bill.usd))
}

/** Whether the same query would fail in the same way again. */
function isHopeless({ kind }: Failure): boolean {
  return kind === 'bad_request' || kind === 'unsupported'
}
