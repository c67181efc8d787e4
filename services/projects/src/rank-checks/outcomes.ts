import type { PlanTable } from '@rts/shared/plans'
import { createBatches } from '@rts/shared/service/batches'
import { columns } from '@rts/shared/service/columns'
import { type Settlement, settle } from '@rts/shared/spend/settle'
import type { Pool, PoolClient } from 'pg'
import { transact } from '../database.sql.ts'
import type { ClaimedTarget } from './due-pages.sql.ts'
import { holdTargets, type Reader } from './readers.sql.ts'
import { type Check, type CheckedPage, writeChecks } from './results.sql.ts'
import { earliestDue, splitByDue, untilNext } from './rules/readers.ts'
import { isDue } from './rules/rhythm.ts'

/** `retryAt` null: no retry before the next regular check. `isCounted` false: no provider was asked. */
export type FailedCheck = { kind: string; source: string | null; retryAt: Date | null; isCounted: boolean }
export type Bill = Pick<Settlement, 'purchase' | 'usd'> | null
type Fetched = { target: ClaimedTarget; page: CheckedPage; bill: Bill }
export type TargetStore = ReturnType<typeof createTargetStore>

/**
 * Gives claimed targets back: with a page, with a failure, or with nothing. Without a valid lease nothing is written and the
 * answer is false, because another worker has the page.
 */
export function createTargetStore(pool: Pool, plans: PlanTable) {
  /** Writes a page and all its readers in one transaction, which several pages may share. */
  function recordAll(fetched: Fetched[]): Promise<boolean[]> {
    return transact(pool, async (client) => {
      const claims = fetched.map(({ target, ...rest }) => ({ ...target, ...rest }))
      const held = await holdTargets(client, claims)
      const checks = held.map(({ target: { page, bill, ...target }, readers }) => {
        const { due, others } = splitByDue(readers, page.fetchedAt)
        const when = { slotSeconds: target.slotSeconds, seenAt: page.fetchedAt, plans }
        const served = due.map((reader) => untilNext(reader, when))
        return { target, page, bill, readers: served, due: earliestDue([...served, ...others]) }
      })
      await writeChecks(client, checks)
      await settle(client, checks.flatMap(settlementOf))
      const kept = new Set(checks.map(({ target }) => target.id))
      return fetched.map(({ target }) => kept.has(target.id))
    })
  }
  const record = createBatches({ max: 16, atOnce: 2, run: recordAll })

  return {
    /** Whether a reader of the page is due now. If none is, the page is given back until one is. */
    isWanted(target: ClaimedTarget, now: Date): Promise<boolean> {
      return transact(pool, async (client) => {
        const [held] = await holdTargets(client, [target])
        if (!held) return false
        if (held.readers.some((reader) => isDue(reader, now))) return true
        await giveBack(client, target, { due: earliestDue(held.readers), tries: 0 })
        return false
      })
    },

    /** Stores a page with the ranks of its due readers, and books its bill on them. */
    keep: (target: ClaimedTarget, page: CheckedPage, bill: Bill): Promise<boolean> => record({ target, page, bill }),

    /**
     * Shows a failure to the due readers, which stay due while the page is retried, and books its bill on them. It stores nothing
     * else; an order for the page is dropped.
     */
    fail(target: ClaimedTarget, failure: FailedCheck, now: Date, bill: Bill): Promise<boolean> {
      return transact(pool, async (client) => {
        const [held] = await holdTargets(client, [target])
        if (!held) return false
        const { retryAt, isCounted } = failure
        const { due, others } = splitByDue(held.readers, now)
        const regular = due.map((reader) => untilNext(reader, { ...target, seenAt: now, plans }))
        await noteFailure(client, retryAt ? due : regular, failure, now)
        const retry = retryAt && due.length > 0 ? [{ dueAt: retryAt }] : []
        await settle(client, settlementOf({ bill, readers: due }))
        const tries = retryAt ? target.tries + (isCounted ? 1 : 0) : 0
        await giveBack(client, target, { due: earliestDue([...regular, ...others, ...retry]), tries })
        return true
      })
    },

    /** Gives a page back unfetched: it is still due. */
    async release(target: ClaimedTarget): Promise<void> {
      await pool.query('UPDATE page_target SET lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2', [
        target.id,
        target.lease,
      ])
    },
  }
}

/** The accounts of a page's readers pay for it; if no reader is left, the accounts for which it was bought. */
export function settlementOf({ bill, readers }: { bill: Bill; readers: Check['readers'] }): Settlement[] {
  if (!bill) return []
  const accounts = readers.map(({ accountId }) => accountId)
  return [{ ...bill, accounts: accounts.length > 0 ? accounts : undefined }]
}

/** Writes a failure to each keyword, with its next due time, and to its history: at most hourly if no provider was asked. */
async function noteFailure(
  client: PoolClient,
  readers: readonly Reader[],
  { kind, source, isCounted }: FailedCheck,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE keyword k SET last_check_status = 'failed', last_check_at = $3, last_check_error = $4, due_at = f.due
     FROM unnest($1::text[], $2::timestamptz[]) AS f (id, due) WHERE k.id = f.id`,
    [...columns(readers, 'keywordId', 'dueAt'), now, kind],
  )
  await client.query(
    `INSERT INTO ranks.failed_check AS c (keyword_id, epoch, checked_at, error, source)
     SELECT f.id, f.epoch, $3, $4, $5 FROM unnest($1::text[], $2::int[]) AS f (id, epoch)
     WHERE $6 OR NOT EXISTS (SELECT 1 FROM ranks.failed_check o
       WHERE o.keyword_id = f.id AND o.epoch = f.epoch AND o.checked_at > $3::timestamptz - interval '1 hour')
     ON CONFLICT DO NOTHING`,
    [...columns(readers, 'keywordId', 'epoch'), now, kind, source, isCounted],
  )
}

async function giveBack(
  client: PoolClient,
  target: ClaimedTarget,
  { due, tries }: { due: Date | null; tries: number },
): Promise<void> {
  await client.query(
    `UPDATE page_target SET next_due_at = $2, tries = $3, lease = NULL, lease_until = NULL, provider_task_id = NULL, provider_task_at = NULL,
       provider_task_tries = 0 WHERE id = $1`,
    [target.id, due, tries],
  )
}
