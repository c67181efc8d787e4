import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop, untilOver } from '@rts/shared/loops/loop'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { transact } from '../transact.ts'
import {
  deleteDomain,
  deleteEnded,
  deleteEndedQueries,
  deleteEndedSites,
  deleteNotableOf,
  deletePageTargets,
  deletePositionsIn,
  deletePositionsOf,
  deleteResultsPages,
  keepNextKeywords,
  lastOfPart,
  lockEnded,
  lockEndedDomain,
  lockUnreadPages,
  storeEnded,
} from './deletion.sql.ts'
import { keptSince } from './rules/kept.ts'

const pollMs = 5_000
/** A step ends after the first keyword or page that passes this time: the largest history of one takes a fraction of it. */
const stepMs = 1_000
const maxRows = 500
const maxQueries = 20_000
const maxSites = 20

type EndingDeps = { db: Database; clock: Clock; logger: Logger }

/** Deletes the rows of closed accounts at once, and of keywords, sites and domains that were deleted thirty days ago: step after step. */
export function startEnding({ db, clock, logger }: EndingDeps): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.error({ err: error }, 'deleted rows cannot be removed'),
    round: () => endStep(db, clock.now()),
  })
}

/** Deletes for about a second, in one transaction, what is deleted for good; answers whether it found something. */
export async function endStep(db: Database, now: Date, forMs = stepMs): Promise<boolean> {
  const before = keptSince(now)
  const ended = await transact(db, async (tx) => {
    const keywords = await lockEnded(tx, before, maxRows)
    const done = await untilOver(forMs, keywords, (keyword) => deletePositionsOf(tx, keyword))
    if (done.length > 0) await deleteEnded(tx, done)
    return done.length
  })
  if (ended > 0 || (await endDomainStep(db, before, forMs))) return true
  if ((await deleteEndedQueries(db, before, maxQueries)) > 0) return true
  return (await deleteEndedSites(db, before, maxSites)) > 0
}

export async function endUnreadPages(db: Database, isStopped: () => boolean, forMs = stepMs): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !isStopped(); )
    after = await unreadStep(db, after, forMs)
}

/** Looks at the next pages after `after` for about a second; answers the last of them, undefined after all. */
function unreadStep(db: Database, after: string, forMs: number): Promise<string | undefined> {
  return transact(db, async (tx: Transaction) => {
    const last = await lastOfPart(tx, after, maxRows)
    if (last === null) return undefined
    const pages = await lockUnreadPages(tx, after, last)
    const done = await untilOver(forMs, pages, (page) => deleteResultsPages(tx, page))
    if (done.length > 0) await deletePageTargets(tx, done)
    return done.length < pages.length ? done.at(-1)?.id : last
  })
}

const maxKeywords = 500
const maxChanges = 10_000

/**
 * One step of deleting a domain that was removed before a time: a competitor, or a site's domain before a change. Its positions go keyword
 * after keyword, then its notable changes, then its row. Answers whether it found one.
 */
function endDomainStep(db: Database, before: Date, forMs: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const domain = await lockEndedDomain(tx, before)
    if (!domain) return false
    const keywords = await keepNextKeywords(tx, domain, maxKeywords)
    const last = (await untilOver(forMs, keywords, (keyword) => deletePositionsIn(tx, keyword, domain))).at(-1)
    if (last !== undefined) await storeEnded(tx, domain, last)
    else if ((await deleteNotableOf(tx, domain, maxChanges)) === 0) await deleteDomain(tx, domain)
    return true
  })
}
