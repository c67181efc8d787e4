import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { isDatabaseLoss, refusalOf } from '@rts/shared/service/database-errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { settle } from '@rts/shared/spend/settle'
import {
  type CheckedPage,
  cutPage,
  domainsOfSites,
  type RankedKeyword,
  recordRanks,
  storePage,
} from '../history/history.ts'
import { type ClaimedPage, type DepthTerms, earliestDue, noteChecks, setDue } from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { holdTargets } from './held-pages.sql.ts'
import { giveChecked, readWholeNext } from './outcomes.sql.ts'
import { type Bill, noteUnsure, readingsOf, settlementOf } from './outcomes.ts'
import {
  deleteUnstored,
  hastenUnstored,
  insertUnstored,
  listDueUnstored,
  lockUnstored,
  postponeUnstored,
  refusedIn,
  type Unstored,
} from './unstored.sql.ts'

type UnstoredDeps = { db: Database; terms: DepthTerms; clock: Clock; logger: Logger }
type Served = RankedKeyword & { targetId: string; siteId: string; dueAt: Date; depth: number }
export type UnstoredChecks = ReturnType<typeof createUnstoredChecks>

const pollMs = 60_000
const roundSize = 100

/** Checks that were paid for and whose ranks the database refuses: kept with their page until they can be stored. */
export function createUnstoredChecks({ db, terms, clock, logger }: UnstoredDeps) {
  async function storeKept(): Promise<boolean> {
    const now = clock.now()
    const due = await listDueUnstored(db, now, roundSize)
    const refused: Unstored[] = []
    for (const keywordId of due) {
      try {
        await store(keywordId, now)
      } catch (error) {
        if (isDatabaseLoss(error)) throw error
        const unstored = { keywordId, reason: refusalOf(error) ?? 'not refused by the database' }
        await postponeUnstored(db, unstored, now)
        refused.push(unstored)
      }
    }
    if (refused.length > 0) logger.error({ refused }, 'kept checks still cannot be stored')
    return due.length === roundSize
  }

  /** Stores a kept check with the time at which it was made. Throws while the database refuses it. */
  function store(keywordId: string, now: Date): Promise<void> {
    return transact(db, async (tx) => {
      const kept = await lockUnstored(tx, keywordId, now)
      if (!kept) return
      const page = { ...kept.page, fetchedAt: kept.checkedAt }
      const domains = (await domainsOfSites(tx, [kept.siteId])).get(kept.siteId) ?? []
      await storePage(tx, kept.targetId, page)
      await serveAll(tx, page, [
        { ...kept, keywordId, domains, dueAt: kept.dueAt ?? now, depth: kept.depth ?? page.depth },
      ])
      await deleteUnstored(tx, keywordId)
    })
  }

  return {
    storeKept,

    /** Stores a refused page for the keywords it can, and keeps it for the others, which it returns; null without a lease. */
    keep(target: ClaimedPage, page: CheckedPage, bill: Bill): Promise<Unstored[] | null> {
      const write = async (tx: Transaction) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return null
        const { keywords: served, unsure, payers, lost, others } = readingsOf(target, page, held.keywords, terms)
        const reason = await refusedIn(tx, () => storePage(tx, target.id, page))
        const unstored = reason ? served.map((keyword) => ({ ...keyword, reason })) : await serve(tx, page, served)
        await insertUnstored(tx, page, unstored)
        await noteUnsure(tx, unsure, page)
        await readWholeNext(tx, lost)
        await settle(tx, settlementOf({ bill, keywords: payers }))
        const kept = new Set(unstored.map(({ keywordId }) => keywordId))
        const keywords = [...served.filter(({ keywordId }) => !kept.has(keywordId)), ...unsure, ...others]
        await giveChecked(tx, target, { nextDueAt: earliestDue(keywords), page })
        return unstored.map(({ keywordId, reason }) => ({ keywordId, reason }))
      }
      return transact(db, write, { isRepeated: true })
    },

    /** Stores checks that the database refused: all of them at the start, then each at its time. */
    start(): Loop {
      let isFirst = true
      return startLoop({
        pollMs,
        onError: (error) => logger.warn({ err: error }, 'kept checks cannot be read'),
        round: async () => {
          if (isFirst) await hastenUnstored(db, clock.now())
          isFirst = false
          return storeKept()
        },
      })
    },
  }
}

/** Serves keywords from a stored page, and answers those that the database refuses: it halves until each of them is alone. */
async function serve<R extends Served>(
  tx: Transaction,
  page: CheckedPage,
  keywords: readonly R[],
): Promise<(R & { reason: string })[]> {
  if (keywords.length === 0) return []
  const reason = await refusedIn(tx, () => serveAll(tx, page, keywords))
  if (!reason) return []
  const [first] = keywords
  if (first && keywords.length === 1) return [{ ...first, reason }]
  const half = Math.ceil(keywords.length / 2)
  const before = await serve(tx, page, keywords.slice(0, half))
  return [...before, ...(await serve(tx, page, keywords.slice(half)))]
}

async function serveAll(tx: Transaction, page: CheckedPage, keywords: readonly Served[]): Promise<void> {
  const entries = keywords.map((keyword) => ({ keyword, page: cutPage(page, keyword.depth) }))
  await recordRanks(tx, entries)
  const checks = keywords.map((keyword) => ({ ...keyword, at: page.fetchedAt, wholeAt: null }))
  await noteChecks(tx, checks)
  const dues = keywords.map((keyword) => ({ ...keyword, isNew: false }))
  await setDue(tx, dues)
}
