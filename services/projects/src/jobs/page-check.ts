import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import type { Logger } from '@rts/shared/logger'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import type { ClaimedTarget, DuePage } from '../data/pages/due-store.ts'
import type { TargetStore } from '../data/pages/target-store.ts'
import { compactPage } from '../domain/positions.ts'
import { nextBudgetDay, retryDelay } from '../domain/rhythm.ts'
import type { Reserved, Shares } from '../domain/share.ts'
import type { SerpPage, SerpQuery, SerpSource } from '../providers/serp.ts'
import { untilWritten } from './until-written.ts'

export type CheckDeps = { targets: TargetStore; serp: SerpSource; shares: Shares; clock: Clock; logger: Logger }
/** A due page, and the moment before its readers' spends were read. */
export type ClaimedPage = DuePage & { mark: number }

/** Whatever the providers do, a place is not theirs for ever. */
const searchPatienceMs = 240_000

export function queryOf({ phrase, country, language, device, depth }: ClaimedTarget): SerpQuery {
  return { phrase, country, language, device, depth }
}

/** A page whose readers want it now and can pay for it; null when it was given back instead. */
export async function admit(deps: CheckDeps, page: ClaimedPage, priceUsd: number): Promise<Reserved | null> {
  const { target, accounts, mark } = page
  if (accounts.length === 0 && !(await deps.targets.isWanted(target, deps.clock.now()))) return null
  const verdict = deps.shares.reserve(accounts, priceUsd, mark)
  if (typeof verdict === 'object') return verdict
  if (verdict === 'full') await fail(deps, target, failed(null, 'budget'))
  else await deps.targets.release(target)
  return null
}

/** What fetching a page now may cost at most, in USD. */
export function livePrice({ serp }: CheckDeps, target: ClaimedTarget): number {
  return serp.priceUsd(queryOf(target))
}

/** One check of one page: nobody wants it, or its readers get their ranks, or they are told why not. */
export async function checkPage(deps: CheckDeps, page: ClaimedPage): Promise<void> {
  const reservation = await admit(deps, page, livePrice(deps, page.target))
  if (!reservation) return
  await fetchLive(deps, page.target).finally(() => reservation.release())
}

/** Asks the providers now, and stores what they answer. */
export async function fetchLive(deps: CheckDeps, target: ClaimedTarget): Promise<void> {
  const { serp, logger } = deps
  const result = await withinPatience(serp.ask(queryOf(target))).catch((error: unknown) => {
    // The day's money could not be counted: nobody was asked.
    if (isDatabaseLoss(error)) throw error
    logger.error({ err: error, target: target.id }, 'results page source threw')
    return failed(null, 'upstream')
  })
  if (result.ok) await keep(deps, target, result, sumUsd(result.costUsd, target.taskUsd))
  else await fail(deps, target, result)
}

/** Stores a page; `costUsd` is all that was paid for it, orders included. */
export async function keep(deps: CheckDeps, target: ClaimedTarget, page: SerpPage, costUsd: number | null) {
  const { fetchedAt, source, sandbox } = page
  const { depth, organic, questions } = page.value
  const checked = { fetchedAt, source, sandbox, depth, questions, costUsd, ...compactPage(organic) }
  await untilWritten(() => deps.targets.keep(target, checked)).catch(async (error: unknown) => {
    // What cannot be written is a failure like any other: it would be paid for again and again otherwise.
    deps.logger.error({ err: error, target: target.id }, 'results page could not be stored')
    // Its orders are booked already.
    const notBooked = Math.max(0, (costUsd ?? 0) - target.taskUsd)
    await fail(deps, target, { ...failed(null, 'parse'), costUsd: notBooked })
  })
}

export async function fail({ targets, clock }: CheckDeps, target: ClaimedTarget, failure: Failure): Promise<void> {
  const now = clock.now()
  if (failure.kind === 'budget') {
    const at = nextBudgetDay(now, target.slotSeconds)
    return untilWritten(() => targets.fail(target, { ...failure, retryAt: at, isCounted: false }, now))
  }
  const delay = retryDelay(target.tries + 1, failure.retryAfterSeconds, isHopeless(failure))
  const at = delay === null ? null : new Date(now.getTime() + delay * 1_000)
  await untilWritten(() => targets.fail(target, { ...failure, retryAt: at, isCounted: failure.asked }, now))
}

/** The same question would meet it again. */
function isHopeless({ kind }: Failure): boolean {
  return kind === 'bad_request' || kind === 'unsupported'
}

function sumUsd(costUsd: number | null, alreadyUsd: number): number | null {
  return costUsd === null && alreadyUsd === 0 ? null : (costUsd ?? 0) + alreadyUsd
}

function withinPatience<T>(work: Promise<T>): Promise<T | Failure> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(failed(null, 'timeout')), searchPatienceMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
