import type { Pool } from 'pg'
import type { Tally } from '../domain/visibility.ts'
import type { LastCheck } from './keyword-store.ts'
import { type Slice, type SliceWish, sliceOf } from './site-store.ts'

/** A keyword with the present rank of the site's own domain; nulls where nobody has looked yet. */
export type Standing = {
  id: string
  /** Its place in the site's lists. */
  seq: string
  phrase: string
  country: string
  language: string
  position: number | null
  previousPosition: number | null
  best: number | null
  url: string | null
  checkedAt: Date | null
  source: string | null
  sandbox: boolean | null
  frozen: boolean
} & LastCheck
/** A competitor with a rank for each keyword of a list, in its order; nulls where nobody has looked yet. */
export type RivalStanding = {
  id: string
  domain: string
  positions: (number | null)[]
  previousPositions: (number | null)[]
  urls: (string | null)[]
}
export type StandingStore = ReturnType<typeof createStandingStore>

/** A site's own states by its domain (`OFFSET 0`): the planner would rather read those of all sites to join a thousand. */
const ownState = `LEFT JOIN (
  SELECT * FROM keyword_state WHERE domain_id = (SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL)
  OFFSET 0) s ON s.keyword_id = k.id`

/** Reads present ranks of a site that the caller was found to have, never the history. */
export function createStandingStore(pool: Pool) {
  return {
    /** Oldest keyword first. */
    async list(siteId: string, { after, take }: SliceWish): Promise<Slice<Standing>> {
      const found = await pool.query<Standing>(
        `SELECT k.id, k.seq, k.phrase, k.country, k.language, s.position, s.previous_position AS "previousPosition", s.best, s.url,
           s.checked_at AS "checkedAt", s.source, s.sandbox, k.frozen, k.last_check_status AS "lastCheckStatus",
           k.last_check_at AS "lastCheckAt", k.last_check_error AS "lastCheckError"
         FROM keyword k ${ownState} WHERE k.site_id = $1 AND k.deleted_at IS NULL AND k.seq > $2 ORDER BY k.seq LIMIT $3`,
        [siteId, after ?? 0, take + 1],
      )
      return sliceOf(found.rows, take)
    },

    /** How many keywords have which rank. */
    async tally(siteId: string): Promise<Tally[]> {
      const found = await pool.query<Tally>(
        `SELECT s.position, count(*)::int AS keywords FROM keyword k ${ownState}
         WHERE k.site_id = $1 AND k.deleted_at IS NULL GROUP BY s.position`,
        [siteId],
      )
      return found.rows
    },

    /** The competitors of the site, in the order in which they were added, with their ranks for these keywords. None without keywords. */
    async rivals(siteId: string, keywordIds: readonly string[]): Promise<RivalStanding[]> {
      // By columns: reading a row for each keyword and competitor would take most of the answer's time.
      const found = await pool.query<RivalStanding>(
        `SELECT d.id, d.domain, json_agg(k.position ORDER BY k.place) AS positions,
           json_agg(k.previous_position ORDER BY k.place) AS "previousPositions", json_agg(k.url ORDER BY k.place) AS urls
         FROM tracked_domain d CROSS JOIN LATERAL (
           SELECT k.place, s.position, s.previous_position, s.url
           FROM unnest($2::text[]) WITH ORDINALITY AS k (id, place)
           LEFT JOIN (SELECT * FROM keyword_state WHERE domain_id = d.id OFFSET 0) s ON s.keyword_id = k.id OFFSET 0) k
         WHERE d.site_id = $1 AND d.kind = 'competitor' AND d.deleted_at IS NULL GROUP BY d.id ORDER BY d.seq`,
        [siteId, keywordIds],
      )
      return found.rows
    },
  }
}
