import type { PlanTable } from '@rts/shared/plans'
import { createBatches } from '@rts/shared/service/batches'
import type { Database } from '@rts/shared/service/transaction'
import { type Settlement, settle } from '@rts/shared/spend/settle'
import { transact } from '../transact.ts'
import type { ClaimedPage } from './due-pages.sql.ts'
import { type FailedCheck, giveBack, noteFailure, writeChecks } from './outcomes.sql.ts'
import { holdTargets, type Reader } from './readers.sql.ts'
import type { CheckedPage } from './results-pages.sql.ts'
import { earliestDue, splitByDue, untilNext } from './rules/readers.ts'
import { isDue } from './rules/rhythm.ts'

/** The cost of a fetch in USD, without its orders, and the reservation for it; null if nothing was bought. */
export type Bill = Pick<Settlement, 'purchase' | 'usd'> | null
type Fetched = { target: ClaimedPage; page: CheckedPage; bill: Bill }
export type Outcomes = ReturnType<typeof createOutcomes>

/**
 * Ends the check of a claimed page: with what was fetched, with a failure, or with nothing. Without a valid lease nothing is written
 * and the answer is false, because another worker has the page.
 */
export function createOutcomes(db: Database, plans: PlanTable) {
  /** Writes a page and all its readers in one transaction, which several pages may share. */
  function recordAll(fetched: Fetched[]): Promise<boolean[]> {
    return transact(db, async (tx) => {
      const claims = fetched.map(({ target, ...rest }) => ({ ...target, ...rest }))
      const held = await holdTargets(tx, claims)
      const checks = held.map(({ target: { page, bill, ...target }, readers }) => {
        const { due, others } = splitByDue(readers, page.fetchedAt)
        const when = { slotSeconds: target.slotSeconds, seenAt: page.fetchedAt, plans }
        const served = due.map((reader) => untilNext(reader, when))
        return { target, page, bill, readers: served, due: earliestDue([...served, ...others]) }
      })
      await writeChecks(tx, checks)
      await settle(tx, checks.flatMap(settlementOf))
      const kept = new Set(checks.map(({ target }) => target.id))
      return fetched.map(({ target }) => kept.has(target.id))
    })
  }
  const record = createBatches({ max: 16, atOnce: 2, run: recordAll })

  return {
    /** Whether a reader of the page is due now. If none is, the page is given back until one is. */
    isWanted(target: ClaimedPage, now: Date): Promise<boolean> {
      return transact(db, async (tx) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return false
        if (held.readers.some((reader) => isDue(reader, now))) return true
        await giveBack(tx, target.id, { due: earliestDue(held.readers), tries: 0 })
        return false
      })
    },

    keep: (target: ClaimedPage, page: CheckedPage, bill: Bill): Promise<boolean> => record({ target, page, bill }),

    /**
     * Shows a failure to the due readers, which stay due while the page is retried, and books its bill on them. It stores nothing
     * else; an order for the page is dropped.
     */
    fail(target: ClaimedPage, failure: FailedCheck, now: Date, bill: Bill): Promise<boolean> {
      return transact(db, async (tx) => {
        const [held] = await holdTargets(tx, [target])
        if (!held) return false
        const { retryAt, isCounted } = failure
        const { due, others } = splitByDue(held.readers, now)
        const regular = due.map((reader) => untilNext(reader, { ...target, seenAt: now, plans }))
        await noteFailure(tx, retryAt ? due : regular, failure, now)
        const retry = retryAt && due.length > 0 ? [{ dueAt: retryAt }] : []
        await settle(tx, settlementOf({ bill, readers: due }))
        const tries = retryAt ? target.tries + (isCounted ? 1 : 0) : 0
        await giveBack(tx, target.id, { due: earliestDue([...regular, ...others, ...retry]), tries })
        return true
      })
    },
  }
}

/** The accounts of a page's readers pay for it; if no reader is left, the accounts for which it was bought. */
export function settlementOf({ bill, readers }: { bill: Bill; readers: readonly Reader[] }): Settlement[] {
  if (!bill) return []
  const accounts = readers.map(({ accountId }) => accountId)
  return [{ ...bill, accounts: accounts.length > 0 ? accounts : undefined }]
}
