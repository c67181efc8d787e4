import type { PlanTable } from '@rts/shared/plans'
import type { Pool, PoolClient } from 'pg'
import { isDue, nextDue, rhythmOf } from '../../domain/rhythm.ts'
import { splitOver } from '../../domain/share.ts'
import { transact } from '../database.ts'
import { createBatches } from './batches.ts'
import { type CheckedPage, spendPart, writeChecks } from './checked-page.ts'
import type { ClaimedTarget } from './due-store.ts'
import { holdTargets, type Reader } from './target-readers.ts'

/** `retryAt` null: not before the next regular check. `isCounted` false: it was never tried. */
export type FailedCheck = {
  kind: string
  source: string | null
  costUsd: number
  retryAt: Date | null
  isCounted: boolean
}
type Fetched = { target: ClaimedTarget; page: CheckedPage }
export type TargetStore = ReturnType<typeof createTargetStore>

/** Claimed pages on their way back: with a page, with a failure, ordered elsewhere, or with nothing. Each needs its lease. */
export function createTargetStore(pool: Pool, plans: PlanTable) {
  /** A reader that was looked at, until its next regular check. */
  function untilNext(reader: Reader, { slotSeconds }: ClaimedTarget, seenAt: Date): Reader & { dueAt: Date } {
    return { ...reader, dueAt: nextDue(seenAt, rhythmOf(reader, plans), slotSeconds) }
  }

  /** A page belongs to one transaction with all its readers; several pages may share it. */
  function recordAll(fetched: Fetched[]): Promise<boolean[]> {
    return transact(pool, async (client) => {
      const held = await holdTargets(
        client,
        fetched.map(({ target, page }) => ({ ...target, page })),
      )
      const checks = held.map(({ target: { page, ...target }, readers }) => {
        const [due, others] = split(readers, page.fetchedAt)
        const served = due.map((reader) => untilNext(reader, target, page.fetchedAt))
        return { target, page, readers: served, due: earliest([...served, ...others]) }
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
        if (held.readers.some((reader) => isDue(reader, now))) return true
        await giveBack(client, target, { due: earliest(held.readers), tries: 0 })
        return false
      })
    },

    /** Stores a page and the ranks of the readers that are due. Does nothing when the lease was lost: another worker has the page. */
    keep: (target: ClaimedTarget, page: CheckedPage): Promise<boolean> => record({ target, page }),

    /**
     * Shows a failure to the readers that are due, who stay so while it is tried again, books what it cost, and stores nothing
     * else; an order for the page is forgotten.
     */
    fail(target: ClaimedTarget, failure: FailedCheck, now: Date): Promise<void> {
      return transact(pool, async (client) => {
        const [held] = await holdTargets(client, [target])
        if (!held) return
        const { costUsd, retryAt, isCounted } = failure
        const [waiting, others] = split(held.readers, now)
        const regular = waiting.map((reader) => untilNext(reader, target, now))
        await noteFailure(client, retryAt ? waiting : regular, failure, now)
        const retry = retryAt && waiting.length > 0 ? [{ dueAt: retryAt }] : []
        await book(client, target, splitOver(waiting, costUsd), now)
        const tries = retryAt ? target.tries + (isCounted ? 1 : 0) : 0
        await giveBack(client, target, { due: earliest([...regular, ...others, ...retry]), tries })
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

/** Those who are due for a page of this moment, and the others. */
function split(readers: readonly Reader[], seenAt: Date): [Reader[], Reader[]] {
  return [readers.filter((reader) => isDue(reader, seenAt)), readers.filter((reader) => !isDue(reader, seenAt))]
}

function earliest(readers: readonly { dueAt: Date | null }[]): Date | null {
  const dues = readers.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return dues.length === 0 ? null : new Date(Math.min(...dues))
}

/** On each keyword, with when it is due again, and for its history; of what nobody was asked, once an hour is enough there. */
async function noteFailure(
  client: PoolClient,
  readers: readonly Reader[],
  { kind, source, isCounted }: FailedCheck,
  now: Date,
): Promise<void> {
  const ids = readers.map((reader) => reader.keywordId)
  await client.query(
    `UPDATE keyword k SET last_check_status = 'failed', last_check_at = $3, last_check_error = $4, due_at = f.due
     FROM unnest($1::text[], $2::timestamptz[]) AS f (id, due) WHERE k.id = f.id`,
    [ids, readers.map(({ dueAt }) => dueAt), now, kind],
  )
  await client.query(
    `INSERT INTO ranks.failed_check AS c (keyword_id, epoch, checked_at, error, source)
     SELECT f.id, f.epoch, $3, $4, $5 FROM unnest($1::text[], $2::int[]) AS f (id, epoch)
     WHERE $6 OR NOT EXISTS (SELECT 1 FROM ranks.failed_check o
       WHERE o.keyword_id = f.id AND o.epoch = f.epoch AND o.checked_at > $3::timestamptz - interval '1 hour')
     ON CONFLICT DO NOTHING`,
    [ids, readers.map(({ epoch }) => epoch), now, kind, source, isCounted],
  )
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
    `UPDATE page_target SET next_due_at = $2, tries = $3, lease = NULL, lease_until = NULL, provider_task_id = NULL, provider_task_at = NULL,
       provider_task_tries = 0 WHERE id = $1`,
    [target.id, due, tries],
  )
}
