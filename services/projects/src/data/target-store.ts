import type { Plan, PlanTable } from '@rts/shared/plans'
import type { Pool, PoolClient } from 'pg'
import { firstDue, nextDue } from '../domain/rhythm.ts'
import { transact } from './database.ts'
import { insertPage, type StoredPage } from './page-store.ts'
import { domainsOfSites, recordRanks } from './rank-store.ts'
import { noteChecks, readersWhere } from './tracking.ts'

/** A page that this worker alone may fetch until its lease ends; `lease` is the proof. */
export type ClaimedTarget = {
  id: string
  phrase: string
  country: string
  language: string
  device: 'desktop' | 'mobile'
  depth: number
  slotSeconds: number
  tries: number
  lease: string
}
type Reader = { keywordId: string; epoch: number; siteId: string; plan: Plan; checkedAt: Date | null }
export type TargetStore = ReturnType<typeof createTargetStore>

const leaseSeconds = 300

/** The queue of due pages: claimed by one worker at a time, given back with a page, a failure, or nothing. */
export function createTargetStore(pool: Pool, plans: PlanTable) {
  const rhythmOf = (reader: Reader) => plans[reader.plan].checkEveryDays

  /** When the readers want the page next, by what they had last; null without readers. */
  function dueFor(target: ClaimedTarget, readers: readonly Reader[], now: Date): Date | null {
    const { slotSeconds } = target
    const dues = readers.map((reader) => {
      const page = { rhythmDays: rhythmOf(reader), slotSeconds, now }
      return firstDue({ lastCheckedAt: reader.checkedAt, servedFrom: null }, page).getTime()
    })
    return dues.length === 0 ? null : new Date(Math.min(...dues))
  }

  return {
    /** At most `count` due pages, the longest due first, for this worker alone. */
    async claim(count: number, now: Date): Promise<ClaimedTarget[]> {
      const claimed = await pool.query<ClaimedTarget>(
        `UPDATE page_target t SET lease_until = clock_timestamp() + interval '${leaseSeconds} seconds'
         FROM (SELECT id FROM page_target
           WHERE next_due_at <= $1 AND (lease_until IS NULL OR lease_until < clock_timestamp())
           ORDER BY next_due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED) due
         WHERE t.id = due.id
         RETURNING t.id, t.phrase, t.country, t.language, t.device, t.depth, t.slot_seconds AS "slotSeconds", t.tries, t.lease_until::text AS lease`,
        [now, count],
      )
      return claimed.rows
    },

    /** Whether anybody still wants the page now. If not, it is given back until somebody does. */
    isWanted(target: ClaimedTarget, now: Date): Promise<boolean> {
      return transact(pool, async (client) => {
        if (!(await holdTarget(client, target))) return false
        const due = dueFor(target, await readersOf(client, target.id), now)
        if (due && due <= now) return true
        await giveBack(client, target, { due, tries: 0 })
        return false
      })
    },

    /** Stores a page and the ranks of all its readers. Does nothing when the lease was lost: another worker has the page. */
    keep(target: ClaimedTarget, page: StoredPage, costUsd: number | null, now: Date): Promise<boolean> {
      return transact(pool, async (client) => {
        if (!(await holdTarget(client, target))) return false
        const readers = await readersOf(client, target.id)
        await insertPage(client, target.id, page, costUsd)
        const domains = await domainsOfSites(client, [...new Set(readers.map((reader) => reader.siteId))])
        const entries = readers.map((reader) => ({
          reader: { ...reader, domains: domains.get(reader.siteId) ?? [] },
          page,
        }))
        await recordRanks(client, entries)
        await noteChecks(
          client,
          readers.map(({ keywordId, siteId }) => ({ keywordId, siteId, targetId: target.id, at: page.fetchedAt })),
        )
        const served = readers.map((reader) => ({ ...reader, checkedAt: page.fetchedAt }))
        await giveBack(client, target, { due: dueFor(target, served, now), tries: 0 })
        await client.query('UPDATE page_target SET last_fetched_at = $2 WHERE id = $1', [target.id, page.fetchedAt])
        return true
      })
    },

    /** Shows a failure to all readers and stores nothing else. `retryAt` null: not before the next regular check. */
    fail(target: ClaimedTarget, error: string, retryAt: Date | null, now: Date): Promise<void> {
      return transact(pool, async (client) => {
        if (!(await holdTarget(client, target))) return
        const readers = await readersOf(client, target.id)
        await client.query(
          `UPDATE keyword SET last_check_status = 'failed', last_check_at = $2, last_check_error = $3 WHERE id = ANY($1)`,
          [readers.map((reader) => reader.keywordId), now, error],
        )
        const regular = readers.map((reader) => nextDue(now, rhythmOf(reader), target.slotSeconds).getTime())
        const due = readers.length === 0 ? null : (retryAt ?? new Date(Math.min(...regular)))
        await giveBack(client, target, { due, tries: retryAt ? target.tries + 1 : 0 })
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

/** Locks the sites that read the page, then the page itself; false when the lease was lost. */
async function holdTarget(client: PoolClient, target: ClaimedTarget): Promise<boolean> {
  // In this order everywhere: sites before pages, or two transactions could wait for each other.
  await client.query(
    `SELECT 1 FROM site WHERE id IN (SELECT site_id FROM keyword WHERE target_id = $1 AND deleted_at IS NULL)
     AND deleted_at IS NULL ORDER BY id FOR SHARE`,
    [target.id],
  )
  const held = await client.query(
    'SELECT 1 FROM page_target WHERE id = $1 AND lease_until = $2::timestamptz FOR NO KEY UPDATE',
    [target.id, target.lease],
  )
  return held.rowCount === 1
}

/** Read after the page was locked: a reader that is added later has to wait, and finds the page as it is left. */
async function readersOf(client: PoolClient, targetId: string): Promise<Reader[]> {
  const found = await client.query<Reader>(
    `SELECT k.id AS "keywordId", k.epoch, k.site_id AS "siteId", a.plan, st.checked_at AS "checkedAt"
     FROM keyword k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
     LEFT JOIN site_target st ON st.site_id = k.site_id AND st.target_id = k.target_id
     WHERE k.target_id = $1 AND ${readersWhere} FOR SHARE OF s`,
    [targetId],
  )
  return found.rows
}

async function giveBack(
  client: PoolClient,
  target: ClaimedTarget,
  { due, tries }: { due: Date | null; tries: number },
): Promise<void> {
  await client.query('UPDATE page_target SET next_due_at = $2, tries = $3, lease_until = NULL WHERE id = $1', [
    target.id,
    due,
    tries,
  ])
}
