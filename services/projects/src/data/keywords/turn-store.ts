import type { Pool } from 'pg'

/** A check beside the one before it. */
export type Turn = {
  keywordId: string
  at: Date
  position: number
  url: string | null
  beforeAt: Date
  beforePosition: number
  beforeUrl: string | null
}
export type Pass = Omit<Turn, 'url' | 'beforeUrl'> & { domain: string; own: number; beforeOwn: number }
export type TurnStore = ReturnType<typeof createTurnStore>

/** Only the present history: another phrase or another domain had other ranks. */
const ownChecks = `FROM keyword k
  JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch AND p.domain_id = d.id AND p.checked_at >= $2`
const turnsSql = `SELECT * FROM (
    SELECT p.keyword_id AS "keywordId", p.checked_at AS at, p.position, p.url, lag(p.checked_at) OVER w AS "beforeAt",
      lag(p.position) OVER w AS "beforePosition", lag(p.url) OVER w AS "beforeUrl"
    ${ownChecks} WHERE k.site_id = $1 AND k.deleted_at IS NULL WINDOW w AS (PARTITION BY p.keyword_id ORDER BY p.checked_at)) t
  WHERE "beforeAt" IS NOT NULL
    AND (url IS DISTINCT FROM "beforeUrl" OR (position BETWEEN 1 AND 10) <> ("beforePosition" BETWEEN 1 AND 10))
  ORDER BY at DESC, "keywordId" LIMIT $3`

const isAhead = (rival: string, own: string) => `(${rival} > 0 AND (${own} = 0 OR ${rival} < ${own}))`
/** Who is beyond these places is no rival for anybody's attention. */
const farthest = 20
// A check of a page has one time for all who are on it. Only those who are ahead now are looked at: most are behind.
const passesSql = `SELECT * FROM (
    SELECT DISTINCT ON (domain, "keywordId") * FROM (
      SELECT t.domain, k.id AS "keywordId", r.checked_at AS at, r.position, p.position AS own, lag(r.checked_at) OVER w AS "beforeAt",
        lag(r.position) OVER w AS "beforePosition", lag(p.position) OVER w AS "beforeOwn"
      ${ownChecks}
      JOIN keyword_state mine ON mine.keyword_id = k.id AND mine.domain_id = d.id
      JOIN tracked_domain t ON t.site_id = k.site_id AND t.kind = 'competitor' AND t.deleted_at IS NULL
      JOIN keyword_state theirs ON theirs.keyword_id = k.id AND theirs.domain_id = t.id AND ${isAhead('theirs.position', 'mine.position')}
        AND theirs.position <= ${farthest}
      JOIN ranks.position r ON r.keyword_id = k.id AND r.epoch = k.epoch AND r.domain_id = t.id AND r.checked_at = p.checked_at
      WHERE k.site_id = $1 AND k.deleted_at IS NULL WINDOW w AS (PARTITION BY t.id, k.id ORDER BY r.checked_at)) c
    WHERE "beforeAt" IS NOT NULL AND ${isAhead('position', 'own')} AND NOT ${isAhead('"beforePosition"', '"beforeOwn"')}
    ORDER BY domain, "keywordId", at DESC) latest
  ORDER BY at DESC, domain, "keywordId" LIMIT $3`

/** Reads what changed in the ranks of a site that is checked to be the caller's, the newest first. */
export function createTurnStore(pool: Pool) {
  return {
    /** Checks in which a keyword came into the top ten, left it, or ranked with another page. */
    async turns(siteId: string, since: Date, take: number): Promise<Turn[]> {
      return (await pool.query<Turn>({ name: 'turns.own', text: turnsSql, values: [siteId, since, take] })).rows
    },

    /** The last check in which each competitor that is ahead, and among the first twenty, came ahead. */
    async passes(siteId: string, since: Date, take: number): Promise<Pass[]> {
      return (await pool.query<Pass>({ name: 'turns.passes', text: passesSql, values: [siteId, since, take] })).rows
    },
  }
}
