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
import { type FailedCheck, giveBack, noteFailure, readWholeNext, writeChecks } from './outcomes.sql.ts'
import { holdTargets, lastPlacesOf, type Reader } from './readers.sql.ts'
import { isUnread, maxLooks, nextLook } from './rules/belief.ts'
import { isSecondLook, secondLookAt } from './rules/second-look.ts'

/** The cost of a fetch in USD, without its orders, and the reservation for it; null if nothing was bought. */
export type Bill = Pick<Settlement, 'purchase' | 'usd'> | null
type Fetched = { target: ClaimedPage; page: CheckedPage; bill: Bill }
export type Outcomes = ReturnType<typeof createOutcomes>

/**
 * Ends the check of a claimed page: with what was fetched, with a failure, or with nothing. Without a valid lease nothing is written
 * and the answer is false, because another worker has the page.
 */
export function createOutcomes(db: Database, terms: DepthTerms) {
  const { plans } = terms

  /** Writes a page, packed before anything is locked, and all its readers in one transaction, which several pages may share. */
  async function recordAll(fetched: Fetched[]): Promise<boolean[]> {
    const packed = await packPages(db, fetched)
    const write = async (tx: Transaction) => {
      const claims = packed.map(({ target, ...rest }) => ({ ...target, ...rest }))
      const held = await holdTargets(tx, claims)
      const places = await lastPlacesOf(tx, held)
      const checks = held.map(({ target: { page, packed, bill, ...target }, readers }) => {
        return { target, page, packed, bill, ...readersOf(target, page, readers, terms, places) }
      })
      const lost = checks.flatMap((check) => check.lost)
      await writeChecks(tx, checks)
      for (const { unsure, page } of checks) await noteUnsure(tx, unsure, page)
      await readWholeNext(tx, lost)
      await settle(
        tx,
        checks.flatMap(({ bill, payers }) => settlementOf({ bill, readers: payers })),
      )
      const kept = new Set(checks.map(({ target }) => target.id))
      return fetched.map(({ target }) => kept.has(target.id))
    }
    return transact(db, write, { plansOnce: true, isRepeated: true })
  }
  const record = createBatches({ max: 16, atOnce: 2, run: recordAll })

  return {
    /**
     * Whether a reader of the page is due now. If none is, the page is given back until one is. `isSpent`: the budget has nothing left,
     * so second looks are dropped.
     */
    isWanted(target: ClaimedPage, now: Date, { isSpent = false } = {}): Promise<boolean> {
      return transact(db, async (tx) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return false
        const isDropped = (reader: Reader) => isSpent && isDue(reader, now) && isSecondLook(reader, now)
        const dropped = held.readers
          .filter(isDropped)
          .map((reader) => ({ ...untilNext(reader, { ...target, seenAt: now, plans }), isNew: false }))
        if (dropped.length > 0) await setDue(tx, dropped)
        const readers = [...held.readers.filter((reader) => !isDropped(reader)), ...dropped]
        if (readers.some((reader) => isDue(reader, now))) return true
        await giveBack(tx, target.id, { nextDueAt: earliestDue(readers), tries: 0 })
        return false
      })
    },

    /** Stores a page. */
    keep: (target: ClaimedPage, page: CheckedPage, bill: Bill): Promise<boolean> => record({ target, page, bill }),

    /**
     * Shows a failure to the due readers, which stay due while the page is retried, and books its bill on them. It stores nothing
     * else; an order for the page is dropped.
     */
    fail(target: ClaimedPage, failure: FailedCheck, now: Date, bill: Bill): Promise<boolean> {
      const write = async (tx: Transaction) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return false
        const { retryAt, isCounted } = failure
        const { due, others } = splitByDue(held.readers, dueBy(target, now))
        const regular = due.map((reader) => untilNext(reader, { ...target, seenAt: now, plans }))
        await noteFailure(tx, retryAt ? due : regular, failure, now)
        await settle(tx, settlementOf({ bill, readers: due }))
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

/**
 * The due readers of a fetched page: those that it serves, each with its depth and its next due time, those that read deeper, and
 * those that are unsure: the owner of a result above their rank is hidden, or the page ended before they were found again.
 */
export function readersOf(
  { depth: asked, slotSeconds, claimedAt, doubt: before }: ClaimedPage,
  page: CheckedPage,
  all: readonly Reader[],
  terms: DepthTerms,
  places: ReadonlyMap<string, readonly number[]> = new Map(),
) {
  const { due, others } = splitByDue(all, dueBy({ claimedAt }, page.fetchedAt))
  const ownerOf = ({ domains: [own], rank }: Reader, depth: number) => ({ domain: own?.domain ?? '', rank, depth })
  const isFoundIn = (reader: Reader, depth: number) => {
    const owner = ownerOf(reader, depth)
    const { position } = rankOnPage(page, owner.domain)
    // Where a page ended above the site's place, to ask for more of it is no use.
    return (position > 0 && position <= depth) || isUnread(page, owner)
  }
  const { readers: ready, waiting, lost } = served(due, { asked, seenAt: page.fetchedAt, isFoundIn }, terms)
  const when = { slotSeconds, seenAt: page.fetchedAt, plans: terms.plans }
  const looks = (before?.looks ?? 0) + 1
  const lookAt = nextLook(looks, page.fetchedAt)
  const isUnsure = (reader: Reader & Reading) => {
    const owner = ownerOf(reader, reader.depth)
    return isHidden(cutPage(page, reader.depth), owner.domain) || (looks <= maxLooks && isUnread(page, owner))
  }
  const readers = ready
    .filter((reader) => !isUnsure(reader))
    .map((reader) => {
      const { keywordId, checkedAt, domains } = reader
      const looked = { checkedAt, places: places.get(keywordId) ?? [], domain: domains[0]?.domain ?? '' }
      const againAt = secondLookAt(looked, cutPage(page, reader.depth))
      return againAt ? { ...reader, dueAt: againAt } : untilNext(reader, when)
    })
  const unsure = ready
    .filter(isUnsure)
    .map((reader) => (lookAt ? { ...reader, dueAt: lookAt } : untilNext(reader, when)))
  return {
    readers,
    unsure,
    payers: due,
    lost,
    others: [...waiting, ...others],
    nextDueAt: earliestDue([...readers, ...unsure, ...waiting, ...others]),
    doubt: unsure.length > 0 ? { looks, pages: [] } : null,
  }
}

/** Shows these readers that the page does not prove their rank. */
export async function noteUnsure(tx: Transaction, unsure: readonly Reader[], { source, fetchedAt }: CheckedPage) {
  if (unsure.length > 0)
    await noteFailure(tx, unsure, { kind: 'suspect', source, retryAt: null, isCounted: true }, fetchedAt)
}

/** A page serves the readers for which it was bought, even if the clock was set back meanwhile. */
function dueBy({ claimedAt }: Pick<ClaimedPage, 'claimedAt'>, seenAt: Date): Date {
  return claimedAt > seenAt ? claimedAt : seenAt
}

/** The accounts of a page's readers pay for it; if no reader is left, the accounts for which it was bought. */
export function settlementOf({ bill, readers }: { bill: Bill; readers: readonly Reader[] }): Settlement[] {
  if (!bill) return []
  const accounts = readers.map(({ accountId }) => accountId)
  return [{ ...bill, accounts: accounts.length > 0 ? accounts : undefined }]
}
