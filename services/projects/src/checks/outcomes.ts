import { createBatches } from '@rts/shared/service/batches'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Settlement, settle } from '@rts/shared/spend/settle'
import { type CheckedPage, cutPage, isHidden, packPages, rankOnPage } from '../history/history.ts'
import {
  type ClaimedPage,
  type DepthTerms,
  earliestDue,
  isDue,
  type Reading,
  served,
  setDue,
  splitByDue,
  untilNext,
} from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { holdTargets, lastPlacesOf, type TrackedKeyword } from './held-pages.sql.ts'
import { type FailedCheck, giveBack, noteFailure, readWholeNext, writeChecks } from './outcomes.sql.ts'
import { isSecondLook, isUnread, maxLooks, nextLook, secondLookAt } from './rules/belief.ts'

/** The cost of a fetch in USD, without its queued tasks, and the reservation for it; null if nothing was bought. */
export type Bill = Pick<Settlement, 'purchase' | 'usd'> | null
type Fetched = { target: ClaimedPage; page: CheckedPage; bill: Bill }
export type Outcomes = ReturnType<typeof createOutcomes>

/** Ends the check of a claimed page. Without a valid lease nothing is written and the answer is false. */
export function createOutcomes(db: Database, terms: DepthTerms) {
  const { plans } = terms

  /** Writes a page, packed before anything is locked, and all its keywords in one transaction, which several pages may share. */
  async function recordAll(fetched: Fetched[]): Promise<boolean[]> {
    const packed = await packPages(db, fetched)
    const write = async (tx: Transaction) => {
      const claims = packed.map(({ target, ...rest }) => ({ ...target, ...rest }))
      const held = await holdTargets(tx, claims)
      const places = await lastPlacesOf(tx, held)
      const checks = held.map(({ target: { page, packed, bill, ...target }, keywords }) => {
        return { target, page, packed, bill, ...readingsOf(target, page, keywords, terms, places) }
      })
      const lost = checks.flatMap((check) => check.lost)
      await writeChecks(tx, checks)
      for (const { unsure, page } of checks) await noteUnsure(tx, unsure, page)
      await readWholeNext(tx, lost)
      await settle(
        tx,
        checks.flatMap(({ bill, payers }) => settlementOf({ bill, keywords: payers })),
      )
      const kept = new Set(checks.map(({ target }) => target.id))
      return fetched.map(({ target }) => kept.has(target.id))
    }
    return transact(db, write, { plansOnce: true, isRepeated: true })
  }
  const record = createBatches({ max: 16, atOnce: 2, run: recordAll })

  return {
    /**
     * Whether a keyword of the page is due now. If none is, the page is given back until one is. `isSpent`: the budget has nothing left,
     * so second looks are dropped.
     */
    isWanted(target: ClaimedPage, now: Date, { isSpent = false } = {}): Promise<boolean> {
      return transact(db, async (tx) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return false
        // A spent page is judged as of its claim, also if the clock was set back.
        const at = isSpent ? dueBy(target, now) : now
        const isDropped = (keyword: TrackedKeyword) => isSpent && isDue(keyword, at) && isSecondLook(keyword, at)
        const dropped = held.keywords
          .filter(isDropped)
          .map((keyword) => ({ ...untilNext(keyword, { ...target, seenAt: now, plans }), isNew: false }))
        if (dropped.length > 0) await setDue(tx, dropped)
        const keywords = [...held.keywords.filter((keyword) => !isDropped(keyword)), ...dropped]
        if (keywords.some((keyword) => isDue(keyword, at))) return true
        await giveBack(tx, target.id, { nextDueAt: earliestDue(keywords), tries: 0 })
        return false
      })
    },

    keep: (target: ClaimedPage, page: CheckedPage, bill: Bill): Promise<boolean> => record({ target, page, bill }),

    /** Shows a failure to the due keywords, which stay due while the page is retried, and books its bill on them. */
    fail(target: ClaimedPage, failure: FailedCheck, now: Date, bill: Bill): Promise<boolean> {
      const write = async (tx: Transaction) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return false
        const { retryAt, isCounted } = failure
        const { due, others } = splitByDue(held.keywords, dueBy(target, now))
        const regular = due.map((keyword) => untilNext(keyword, { ...target, seenAt: now, plans }))
        await noteFailure(tx, retryAt ? due : regular, failure, now)
        await settle(tx, settlementOf({ bill, keywords: due }))
        const retry = retryAt ? [{ dueAt: retryAt }] : []
        const tries = retryAt ? target.tries + (isCounted ? 1 : 0) : 0
        const { look = null } = failure
        await giveBack(tx, target.id, { nextDueAt: earliestDue([...regular, ...others, ...retry]), tries, look })
        return true
      }
      return transact(db, write, { isRepeated: true })
    },
  }
}

/** The due keywords of a fetched page: those it serves, those that read deeper, and those whose rank it does not prove. */
export function readingsOf(
  { depth: asked, slotSeconds, claimedAt, doubt: before }: ClaimedPage,
  page: CheckedPage,
  all: readonly TrackedKeyword[],
  terms: DepthTerms,
  places: ReadonlyMap<string, readonly number[]> = new Map(),
) {
  const { due, others } = splitByDue(all, dueBy({ claimedAt }, page.fetchedAt))
  const ownerOf = ({ domains: [own], rank }: TrackedKeyword, depth: number) => ({
    domain: own?.domain ?? '',
    rank,
    depth,
  })
  const isFoundIn = (keyword: TrackedKeyword, depth: number) => {
    const owner = ownerOf(keyword, depth)
    const { position } = rankOnPage(page, owner.domain)
    // Where a page ended above the site's place, to ask for more of it is no use.
    return (position > 0 && position <= depth) || isUnread(page, owner)
  }
  const { keywords: ready, waiting, lost } = served(due, { asked, seenAt: page.fetchedAt, isFoundIn }, terms)
  const when = { slotSeconds, seenAt: page.fetchedAt, plans: terms.plans }
  const looks = (before?.looks ?? 0) + 1
  const lookAt = nextLook(looks, page.fetchedAt)
  const isUnsure = (keyword: TrackedKeyword & Reading) => {
    const owner = ownerOf(keyword, keyword.depth)
    return isHidden(cutPage(page, keyword.depth), owner.domain) || (looks <= maxLooks && isUnread(page, owner))
  }
  const keywords = ready
    .filter((keyword) => !isUnsure(keyword))
    .map((keyword) => {
      const { keywordId, checkedAt, domains } = keyword
      const looked = { checkedAt, places: places.get(keywordId) ?? [], domain: domains[0]?.domain ?? '' }
      const againAt = secondLookAt(looked, cutPage(page, keyword.depth))
      return againAt ? { ...keyword, dueAt: againAt } : untilNext(keyword, when)
    })
  const unsure = ready
    .filter(isUnsure)
    .map((keyword) => (lookAt ? { ...keyword, dueAt: lookAt } : untilNext(keyword, when)))
  return {
    keywords,
    unsure,
    payers: due,
    lost,
    others: [...waiting, ...others],
    nextDueAt: earliestDue([...keywords, ...unsure, ...waiting, ...others]),
    doubt: unsure.length > 0 ? { looks, pages: [] } : null,
  }
}

/** Shows these keywords that the page does not prove their rank. */
export async function noteUnsure(
  tx: Transaction,
  unsure: readonly TrackedKeyword[],
  { source, fetchedAt }: CheckedPage,
) {
  if (unsure.length > 0)
    await noteFailure(tx, unsure, { kind: 'suspect', source, retryAt: null, isCounted: true }, fetchedAt)
}

/** A page serves the keywords for which it was bought, even if the clock was set back meanwhile. */
function dueBy({ claimedAt }: Pick<ClaimedPage, 'claimedAt'>, seenAt: Date): Date {
  return claimedAt > seenAt ? claimedAt : seenAt
}

/** The accounts of a page's keywords pay for it; if no keyword is left, the accounts for which it was bought. */
export function settlementOf({ bill, keywords }: { bill: Bill; keywords: readonly TrackedKeyword[] }): Settlement[] {
  if (!bill) return []
  const accounts = keywords.map(({ accountId }) => accountId)
  return [{ ...bill, accounts: accounts.length > 0 ? accounts : undefined }]
}
