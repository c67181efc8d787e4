import type { Pool, PoolClient } from 'pg'
import { transact } from '../database.sql.ts'
import { latestOfManySql } from './latest-rank.ts'
import { findTurns } from './ranks.sql.ts'

export type PastStore = ReturnType<typeof createPastStore>

/** Keywords per step: some thousand positions if each has a year of daily checks. */
const step = 25

/** The past of competitors: their ranks on the site's pages from before they were added. */
export function createPastStore(pool: Pool) {
  return {
    /** Competitors with an incomplete past, oldest first. */
    async unfinished(): Promise<string[]> {
      const found = await pool.query<{ id: string }>(
        'SELECT id FROM tracked_domain WHERE past_seq IS NOT NULL AND deleted_at IS NULL ORDER BY seq',
      )
      return found.rows.map(({ id }) => id)
    },

    /** Fills the past of the next keywords. Answers false when all are filled or another transaction fills them. */
    fillNext(domainId: string): Promise<boolean> {
      return transact(pool, async (client) => {
        const held = await hold(client, domainId)
        if (!held) return false
        const keywords = await client.query<{ id: string; seq: string }>(
          'SELECT id, seq FROM keyword WHERE site_id = $1 AND deleted_at IS NULL AND seq > $2 ORDER BY seq LIMIT $3',
          [held.siteId, held.pastSeq, step],
        )
        const { rows } = keywords
        await client.query(fillSql, [rows.map(({ id }) => id), domainId, held.domain])
        await findTurns(client, rows, domainId)
        const isDone = rows.length < step
        await client.query('UPDATE tracked_domain SET past_seq = $2 WHERE id = $1', [
          domainId,
          isDone ? null : rows.at(-1)?.seq,
        ])
        return !isDone
      })
    },
  }
}

type Unfinished = { siteId: string; domain: string; pastSeq: string }

/** Locks the site first, as everywhere; then the domain, unless another transaction has it. */
async function hold(client: PoolClient, domainId: string): Promise<Unfinished | undefined> {
  await client.query('SELECT 1 FROM site WHERE id = (SELECT site_id FROM tracked_domain WHERE id = $1) FOR SHARE', [
    domainId,
  ])
  const held = await client.query<Unfinished>(
    `SELECT site_id AS "siteId", domain, past_seq AS "pastSeq" FROM tracked_domain
     WHERE id = $1 AND past_seq IS NOT NULL AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
    [domainId],
  )
  return held.rows[0]
}

// Only pages that gave the keywords a rank: the others were fetched for other accounts and stay theirs. A check made since the
// competitor was added has already written a rank; it lacks the previous one.
const fillSql = `
  WITH seen AS (
    SELECT DISTINCT k.id AS keyword_id, k.epoch, k.target_id, p.checked_at
    FROM keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch WHERE k.id = ANY($1)
  ), found AS (
    SELECT s.*, ranks.rank_of(r.hosts, $3) AS position, r.urls, r.depth, r.source, r.sandbox
    FROM seen s JOIN ranks.results_page r ON r.target_id = s.target_id AND r.fetched_at = s.checked_at
  ), ranked AS MATERIALIZED (
    SELECT keyword_id, epoch, $2 AS domain_id, checked_at, position, urls[nullif(position, 0)] AS url, depth, source, sandbox FROM found
  ), past AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT * FROM ranked ON CONFLICT DO NOTHING
  )
  ${latestOfManySql('ranked')}`
