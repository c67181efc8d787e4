import type { PlanTable } from '@rts/shared/plans'
import type { Pool, PoolClient } from 'pg'
import { firstDue, nextDue, rhythmOf } from '../domain/rhythm.ts'
import { splitOver } from '../domain/share.ts'
import { createBatches } from './batches.ts'
import { type CheckedPage, spendPart, writeChecks } from './checked-page.ts'
import { transact } from './database.ts'
import type { ClaimedTarget } from './due-store.ts'
import { holdTargets, type Reader } from './target-readers.ts'

/** `retryAt` null: not before the next regular check. `isCounted` false: it was never tried. */
export type FailedCheck = { kind: string; costUsd: number; retryAt: Date | null; isCounted: boolean }
type Fetched = { target: ClaimedTarget; page: CheckedPage; now: Date }
export type TargetStore = ReturnType<typeof createTargetStore>

/** Claimed pages on their way back: with a page, with a failure, ordered elsewhere, or with nothing. Each needs its lease. */
export function createTargetStore(pool: Pool, plans: PlanTable) {
  /** When the readers want the page next, by what they had last; null without readers. */
  function dueFor(target: ClaimedTarget, readers: readonly Reader[], now: Date): Date | null {
    const { slotSeconds } = target
    const dues = readers.map((reader) => {
      const page = { rhythmDays: rhythmOf(reader, plans), slotSeconds, now }
      return firstDue({ lastCheckedAt: reader.checkedAt, servedFrom: null }, page).getTime()
    })
    return dues.length === 0 ? null : new Date(Math.min(...dues))
  }

  /** A page belongs to one transaction with all its readers; several pages may share it. */
  function recordAll(fetched: Fetched[]): Promise<boolean[]> {
    return transact(pool, async (client) => {
      const held = await holdTargets(
        client,
        fetched.map(({ target, page, now }) => ({ ...target, page, now })),
      )
      const checks = held.map(({ target: { page, now, ...target }, readers }) => {
        const served = readers.map((reader) => ({ ...reader, checkedAt: page.fetchedAt }))
        return { target, page, readers, due: dueFor(target, served, now) }
      })
      await writeChecks(client, checks)
      const kept = new Set(checks.map(({ target }) => target.id))
      return fetched.map(({ target }) => kept.has(target.id))
    })
  }
  const record = createBatches({ max: 16, atOnce: 2, run: recordAll })

  return {
    /** Whether anybody wants the page now after all. If not, it is given back until somebody does. */
    isWanted(target: ClaimedTarget, now: Date): Promise<boolean> {
      return transact(pool, async (client) => {
        const [held] = await holdTargets(client, [target])
        if (!held) return false
        const due = dueFor(target, held.readers, now)
        if (due && due <= now) return true
        await giveBack(client, target, { due, tries: 0 })
        return false
      })
    },

    /** Stores a page and the ranks of all its readers. Does nothing when the lease was lost: another worker has the page. */
    keep: (target: ClaimedTarget, page: CheckedPage, now: Date): Promise<boolean> => record({ target, page, now }),

    /** Shows a failure to all readers, books what it cost, and stores nothing else; an order for the page is forgotten. */
    fail(target: ClaimedTarget, { kind, costUsd, retryAt, isCounted }: FailedCheck, now: Date): Promise<void> {
      return transact(pool, async (client) => {
        const [held] = await holdTargets(client, [target])
        if (!held) return
        const { readers } = held
        await client.query(
          `UPDATE keyword SET last_check_status = 'failed', last_check_at = $2, last_check_error = $3 WHERE id = ANY($1)`,
          [readers.map((reader) => reader.keywordId), now, kind],
        )
        const regular = readers.map((reader) => nextDue(now, rhythmOf(reader, plans), target.slotSeconds).getTime())
        const due =
          readers.length === 0 ? null : new Date(Math.min(...regular, retryAt?.getTime() ?? Number.POSITIVE_INFINITY))
        await book(client, target, splitOver(readers, costUsd), now)
        await giveBack(client, target, { due, tries: retryAt ? target.tries + (isCounted ? 1 : 0) : 0 })
      })
    },

    /** Gives a page back unfetched: it is still due. */
    async release(target: ClaimedTarget): Promise<void> {
      await pool.query('UPDATE page_target SET lease_until = NULL WHERE id = $1 AND lease_until = $2::timestamptz', [
        target.id,
        target.lease,
      ])
    },
  }
}

async function book(client: PoolClient, target: ClaimedTarget, shares: ReturnType<typeof splitOver>, now: Date) {
  const paying = shares.filter(({ usd }) => usd > 0)
  if (paying.length === 0) return
  await client.query(
    `INSERT INTO ranks.account_spend AS e (day, account_id, part, usd)
     SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date, a.id, $2, a.usd FROM unnest($3::text[], $4::numeric[]) AS a (id, usd) ORDER BY a.id
     ON CONFLICT (day, account_id, part) DO UPDATE SET usd = e.usd + excluded.usd`,
    [now, spendPart(target), paying.map(({ accountId }) => accountId), paying.map(({ usd }) => usd)],
  )
}

async function giveBack(
  client: PoolClient,
  target: ClaimedTarget,
  { due, tries }: { due: Date | null; tries: number },
): Promise<void> {
  await client.query(
    `UPDATE page_target SET next_due_at = $2, tries = $3, lease_until = NULL, provider_task_id = NULL, provider_task_at = NULL,
       provider_task_tries = 0 WHERE id = $1`,
    [target.id, due, tries],
  )
}
