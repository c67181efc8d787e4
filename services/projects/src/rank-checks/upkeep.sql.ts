import { utcDay } from '@rts/shared/clock'
import { sweepSpend } from '@rts/shared/spend/settle'
import type { Pool } from 'pg'
import { transact } from '../database.sql.ts'

export type UpkeepStore = ReturnType<typeof createUpkeepStore>

const batchSize = 500
const hourMs = 3_600_000

/** Chores that keep the database small, in short transactions; replicas that run one at the same time skip each other. */
export function createUpkeepStore(pool: Pool) {
  async function sweep(sql: string, before: Date): Promise<number> {
    const swept = await pool.query(sql, [before, batchSize])
    return swept.rowCount ?? 0
  }

  return {
    /** Creates the partitions from the month of `from` on. */
    async ensurePartitions(from: Date, months: number): Promise<void> {
      await pool.query('SELECT ranks.ensure_partitions($1::date, $2)', [from.toISOString().slice(0, 10), months])
    },

    /**
     * Deletes the addresses and questions of the next hour of pages older than `before`; their hosts stay. Answers false if
     * there is no such hour or another replica works on it. It stores how far it got.
     */
    dropPageDetails(before: Date): Promise<boolean> {
      return transact(pool, async (client) => {
        // The first run starts at the oldest page; only it scans all pages.
        await client.query(
          `INSERT INTO ranks.chore (name, done_until)
           SELECT 'page details', coalesce(min(fetched_at), $1) FROM ranks.results_page
           WHERE NOT EXISTS (SELECT 1 FROM ranks.chore WHERE name = 'page details') HAVING NOT EXISTS
             (SELECT 1 FROM ranks.chore WHERE name = 'page details') ON CONFLICT DO NOTHING`,
          [before],
        )
        const held = await client.query<{ doneUntil: Date }>(
          `SELECT done_until AS "doneUntil" FROM ranks.chore WHERE name = 'page details' AND done_until < $1 FOR UPDATE SKIP LOCKED`,
          [before],
        )
        const from = held.rows[0]?.doneUntil
        if (!from) return false
        const until = new Date(Math.min(from.getTime() + hourMs, before.getTime()))
        await client.query(
          `UPDATE ranks.results_page SET urls = NULL, questions = NULL
           WHERE fetched_at >= $1 AND fetched_at < $2 AND (urls IS NOT NULL OR questions IS NOT NULL)`,
          [from, until],
        )
        await client.query(`UPDATE ranks.chore SET done_until = $1 WHERE name = 'page details'`, [until])
        return true
      })
    },

    /** The sweeps by what they delete. Each deletes one batch and answers its size. */
    sweeps: {
      keywords: (before: Date) => sweep(deleteTombstones('keyword'), before),
      domains: (before: Date) => sweep(deleteTombstones('tracked_domain'), before),
      // A site is deleted after its keywords, so that deleting it is a small step.
      keywordsOfSites: (before: Date) => sweep(deleteKeywordsOfSites, before),
      sites: (before: Date) =>
        sweep(deleteTombstones('site', 'NOT EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = t.id)'), before),
      // The cost of a page stays with the page.
      spends: (before: Date) => sweepSpend(pool, utcDay(before), batchSize),
      failures: (before: Date) => sweep(deleteFailures, before),
    },
    batchSize,
  }
}

function deleteTombstones(table: 'keyword' | 'tracked_domain' | 'site', where = 'true'): string {
  return `DELETE FROM ${table} WHERE id IN (
    SELECT t.id FROM ${table} t WHERE t.deleted_at < $1 AND ${where} ORDER BY t.deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)`
}

const deleteKeywordsOfSites = `DELETE FROM keyword WHERE id IN (
  SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.deleted_at < $1 LIMIT $2)`

const deleteFailures = `DELETE FROM ranks.failed_check WHERE (keyword_id, epoch, checked_at) IN (
  SELECT keyword_id, epoch, checked_at FROM ranks.failed_check WHERE checked_at < $1 LIMIT $2)`
