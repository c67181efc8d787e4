import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { mapInSteps } from '@rts/shared/scheduling'
import { isDatabaseLoss, refusalOf } from '@rts/shared/service/database-errors'
import type { Database } from '@rts/shared/service/transaction'
import { transact } from '../transact.ts'
import { fillPast, listNextKeywords, listSeenPages, listUnfilled, lockUnfilled, type SeenPage } from './pasts.sql.ts'
import { unpackPage } from './rules/packed-page.ts'
import { cutPage, rankOnPage } from './rules/positions.ts'

const pollMs = 10_000
/** Keywords per step: some thousand positions if each has a year of daily checks. */
const step = 25
const pagesAtOnce = 50

/** Completes the pasts of competitors that a call or a stopped replica left unfinished: a few keywords of each per round. */
export function startPastFilling(db: Database, logger: Logger): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'pasts of competitors cannot be filled'),
    round: async () => {
      let isMore = false
      for (const domain of await listUnfilled(db)) {
        // One that cannot be filled does not hold back the others.
        const filling = fillNextPast(db, domain).catch((error: unknown) => {
          if (isDatabaseLoss(error)) throw error
          logger.error({ err: refusalOf(error) ?? error, domain }, 'the past of a competitor cannot be filled')
          return false
        })
        isMore = (await filling) || isMore
      }
      return isMore
    },
  })
}

/** Fills a competitor's past for its next keywords; false when all are filled or another transaction fills them. */
export function fillNextPast(db: Database, domainId: string): Promise<boolean> {
  return transact(db, async (tx) => {
    const unfilled = await lockUnfilled(tx, domainId)
    if (!unfilled) return false
    const keywords = await listNextKeywords(tx, unfilled, step)
    const isDone = keywords.length < step
    const pastSeq = isDone ? null : (keywords.at(-1)?.seq ?? null)
    const pages = await listSeenPages(tx, keywords)
    const ranks = await mapInSteps(pages, pagesAtOnce, (page) => rankOf(page, unfilled.domain))
    await fillPast(tx, { domainId, pastSeq }, keywords, ranks)
    return !isDone
  })
}

function rankOf({ hosts, details, baseHosts, baseDetails, ...seen }: SeenPage, domain: string) {
  const page = { ...unpackPage({ hosts, details, baseHosts, baseDetails }), depth: seen.depth }
  return { ...seen, ...rankOnPage(cutPage(page, seen.depth), domain) }
}
