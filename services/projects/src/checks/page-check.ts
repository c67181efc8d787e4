import type { CallCounter } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import { costOf, type Failure, failed } from '@rts/shared/failure'
import type { Logger } from '@rts/shared/logger'
import { isDatabaseLoss, refusalOf } from '@rts/shared/service/database-errors'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { settle } from '@rts/shared/spend/settle'
import type { Held, Spend } from '@rts/shared/spend/spend'
import { type CheckedPage, compactPage } from '../history/history.ts'
import { placeNamed } from '../places/places.ts'
import { type ClaimedPage, type DuePage, nextBudgetDay, release, retryDelay } from '../queue/queue.ts'
import type { Outcomes } from './outcomes.ts'
import type { SerpPage, SerpQuery, SerpSource } from './providers/serp.ts'
import { nextLook } from './rules/belief.ts'
import { beginTrial, type Trial } from './trial.ts'
import type { UnstoredChecks } from './unstored.ts'

export type CheckDeps = {
  db: Database
  outcomes: Outcomes
  unstored: Pick<UnstoredChecks, 'keep'>
  serp: SerpSource
  spend: Spend
  clock: Clock
  logger: Logger
  /** Doubted answers are counted by provider. */
  calls: CallCounter
}
type Bill = { purchase: Held; usd: number }
type Checked = { page: CheckedPage; bill: Bill | null }

/** How long a page that waits for the cost of others keeps its slot; given back at once, it would be claimed again at once. */
const laterMs = 1_000
/** The most time for all providers together: one that hangs must not block a slot for ever. */
const searchPatienceMs = 240_000

/** Checks one page: its due keywords get their ranks or the failure. Without a due keyword the page is given back. */
export async function checkPage(
  deps: CheckDeps,
  page: DuePage,
  trial: Trial = beginTrial(page.target, deps.calls),
): Promise<void> {
  const held = await admit(deps, page, deps.serp.priceUsd(queryOf(page.target)))
  if (!held) return
  try {
    await fetchLive(deps, page.target, held, { trial })
  } catch (error) {
    await held.release()
    throw error
  }
}

export function queryOf({ phrase, country, language, device, location, depth }: ClaimedPage): SerpQuery {
  return { phrase, country, language, device, location: location === null ? null : placeNamed(location), depth }
}

/** Reserves the money for a page. Null if no keyword is due or the budget has no room; the page was then given back. */
export async function admit(deps: CheckDeps, { target, accounts }: DuePage, priceUsd: number): Promise<Held | null> {
  const { db, outcomes, spend, clock } = deps
  if (accounts.length === 0 && !(await outcomes.isWanted(target, clock.now()))) return null
  const verdict = await spend.reserve(accounts, priceUsd)
  switch (verdict) {
    case 'over':
      await fail(deps, target, failed(null, 'budget'))
      return null
    case 'later':
      await new Promise((resolve) => setTimeout(resolve, laterMs))
      await release(db, target)
      return null
    default:
      return verdict
  }
}

/** Asks the providers now and stores the answer that is believed. `wastedUsd` is the cost of a refused task for the page. */
export async function fetchLive(
  deps: CheckDeps,
  target: ClaimedPage,
  held: Held,
  { wastedUsd = 0, trial = beginTrial(target, deps.calls) }: { wastedUsd?: number; trial?: Trial } = {},
) {
  const { serp, logger } = deps
  const query = queryOf(target)
  const result = await withinPatience((signal) => serp.ask(query, signal, held, trial)).catch((error: unknown) => {
    // The cost could not be reserved, so no provider was asked.
    if (isDatabaseLoss(error)) throw error
    logger.error({ err: error, target: target.id }, 'results page source threw')
    return failed(null, 'upstream')
  })
  const bill = { purchase: held, usd: costOf(result, serp.priceUsd(query)) + wastedUsd }
  const page = result.ok ? result : (trial.partly() ?? result)
  if (!page.ok) return fail(deps, target, page, { bill, trial })
  const beforeUsd = wastedUsd + target.taskUsd
  const costUsd = result.costUsd === null && beforeUsd === 0 ? null : (result.costUsd ?? 0) + beforeUsd
  await keep(deps, target, page, { costUsd, bill })
}

async function withinPatience<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), searchPatienceMs)
  return work(ending.signal).finally(() => clearTimeout(timer))
}

/** Stores a page and books its bill; `costUsd` is the total cost, tasks included. */
export async function keep(
  deps: CheckDeps,
  target: ClaimedPage,
  { fetchedAt, source, sandbox, value }: SerpPage,
  { costUsd, bill }: { costUsd: number | null; bill: Bill | null },
): Promise<void> {
  const { depth, organic, questions, blocks } = value
  const page = { fetchedAt, source, sandbox, depth, questions, blocks, costUsd, ...compactPage(organic) }
  const isKept = await untilWritten(() => deps.outcomes.keep(target, page, bill))
    .catch((error: unknown) => keepRefused(deps, target, { page, bill }, error))
    .catch(async (error: unknown) => {
      // A page that cannot be stored counts as failed; otherwise it would be bought again and again.
      deps.logger.error({ err: refusalOf(error) ?? error, target: target.id }, 'results page could not be stored')
      await fail(deps, target, failed(null, 'storage'), { bill })
      return true
    })
  if (!isKept) await settleAlone(deps, bill)
}

/** Keeps a page that the database refuses, for the keywords that it refuses. Throws any other error again. */
async function keepRefused(
  { unstored, logger }: CheckDeps,
  target: ClaimedPage,
  { page, bill }: Checked,
  error: unknown,
): Promise<boolean> {
  if (!refusalOf(error)) throw error
  const refused = await untilWritten(() => unstored.keep(target, page, bill))
  if (refused !== null && refused.length > 0)
    logger.error({ target: target.id, refused }, 'checks could not be stored, and are kept')
  return refused !== null
}

/** Shows a failure to the keywords and books its bill; a page beyond the day's budget waits for the next day. */
async function fail(
  deps: CheckDeps,
  target: ClaimedPage,
  failure: Failure,
  { bill = null, trial }: { bill?: Bill | null; trial?: Trial } = {},
) {
  const { outcomes, clock } = deps
  const now = clock.now()
  if (failure.kind === 'budget' && !(await untilWritten(() => outcomes.isWanted(target, now, { isSpent: true }))))
    return settleAlone(deps, bill)
  const look = failure.kind === 'suspect' && trial ? trial.look() : null
  const retry = look ? { retryAt: nextLook(look.doubt.looks, now), isCounted: true } : retryOf(target, failure, now)
  const ended = { kind: failure.kind, source: failure.source, ...retry, look }
  const isShown = await untilWritten(() => outcomes.fail(target, ended, now, bill))
  if (!isShown) await settleAlone(deps, bill)
}

function retryOf(target: ClaimedPage, failure: Failure, now: Date): { retryAt: Date | null; isCounted: boolean } {
  if (failure.kind === 'budget') return { retryAt: nextBudgetDay(now, target.slotSeconds), isCounted: false }
  // The same query would fail in the same way again.
  const isHopeless = ['bad_request', 'unsupported', 'respelled'].includes(failure.kind)
  const delay = retryDelay(target.tries + 1, failure.retryAfterSeconds, isHopeless)
  const retryAt = delay === null ? null : new Date(now.getTime() + delay * 1_000)
  return { retryAt, isCounted: failure.asked }
}

/** Books the bill when another worker has the page: this fetch was paid for all the same. */
async function settleAlone({ db }: CheckDeps, bill: Bill | null): Promise<void> {
  if (bill) await untilWritten(() => inTransaction(db, (tx) => settle(tx, [bill]), { isRepeated: true }))
}

const retryMs = 1_000

/** Repeats a write while the database is away: a lost page would be paid for twice. The page keeps its place in the worker. */
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
