import type { PoolClient } from 'pg'
import { latestRankSql } from './latest-rank.ts'

/**
 * Records `ranked`, a rank of each keyword and domain (the site's own has `is_own`): as the latest, in the history, and as a turn if it is
 * one beside the rank that was the latest until then, on a page with the site. Where that was not the one before it, `late` has the keyword.
 */
export const recordedSql = `
  latest AS (${latestRankSql('ranked')}
    RETURNING s.keyword_id, s.domain_id, old.checked_at AS before_at, old.position AS before_position, old.url AS before_url),
  seen AS MATERIALIZED (SELECT * FROM ranked JOIN latest USING (keyword_id, domain_id)),
  beside AS MATERIALIZED (
    SELECT r.*, own.domain_id AS own_id, own.position AS own, own.before_position AS before_own, own.before_at AS own_before_at
    FROM seen r JOIN seen own ON own.keyword_id = r.keyword_id AND own.is_own),
  history AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox FROM ranked
    ON CONFLICT DO NOTHING RETURNING keyword_id),
  turned AS (
    INSERT INTO ranks.turn (own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own)
    SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own
    FROM beside WHERE before_at = own_before_at AND before_at < checked_at
      AND ranks.is_turn(is_own, position, url, own, before_position, before_url, before_own)
    ON CONFLICT DO NOTHING),
  late AS (
    SELECT DISTINCT keyword_id FROM history JOIN beside USING (keyword_id) WHERE before_at > checked_at OR own_before_at <> before_at)`

/** Finds the turns of keywords anew, in the transaction that recorded ranks from before their latest; or only those of a competitor. */
export async function findTurns(
  client: PoolClient,
  keywords: readonly { id: string }[],
  rivalId: string | null = null,
): Promise<void> {
  if (keywords.length === 0) return
  await client.query('SELECT ranks.find_turns($1, $2)', [keywords.map(({ id }) => id), rivalId])
}
