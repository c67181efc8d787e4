import type pg from 'pg'
import type { NotableChange, Pass } from '../../src/ranks/notable-changes.sql.ts'

const ownChecks = `FROM keyword k
  JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = d.seq AND p.checked_at >= $2`
/** A rank that was not found is only known to be beyond what was read; unknown depths have no end. */
const isComparable = (of: string) => {
  const isWithin = (place: string, depth: string) => `${place} <= coalesce(${depth}, 1000)`
  const before = (column: string) => `lag(${of}.${column}) OVER w`
  return `(${of}.position > 0 OR ${isWithin(before('position'), `${of}.depth`)})
    AND (${before('position')} > 0 OR ${isWithin(`${of}.position`, before('depth'))})`
}
const changesSql = `SELECT "keywordId", at, position, url, "beforeAt", "beforePosition", "beforeUrl" FROM (
    SELECT k.id AS "keywordId", p.checked_at AS at, p.position, p.url, lag(p.checked_at) OVER w AS "beforeAt",
      lag(p.position) OVER w AS "beforePosition", lag(p.url) OVER w AS "beforeUrl",
      ${isComparable('p')} AS comparable
    ${ownChecks} WHERE k.site_id = $1 AND k.deleted_at IS NULL WINDOW w AS (PARTITION BY k.id ORDER BY p.checked_at)) t
  WHERE "beforeAt" IS NOT NULL AND comparable
    AND (url IS DISTINCT FROM "beforeUrl" OR (position BETWEEN 1 AND 10) <> ("beforePosition" BETWEEN 1 AND 10))
  ORDER BY at DESC, "keywordId"`

const isAhead = (rival: string, own: string) => `(${rival} > 0 AND (${own} = 0 OR ${rival} < ${own}))`
const passesSql = `SELECT domain, "keywordId", at, position, own, "beforeAt", "beforePosition", "beforeOwn" FROM (
    SELECT DISTINCT ON (domain, "keywordId") * FROM (
      SELECT t.domain, k.id AS "keywordId", r.checked_at AS at, r.position, p.position AS own, lag(r.checked_at) OVER w AS "beforeAt",
        lag(r.position) OVER w AS "beforePosition", lag(p.position) OVER w AS "beforeOwn",
        ${isComparable('r')} AS comparable
      ${ownChecks}
      JOIN keyword_state mine ON mine.keyword_id = k.id AND mine.domain_id = d.id
      JOIN tracked_domain t ON t.site_id = k.site_id AND t.kind = 'competitor' AND t.deleted_at IS NULL
      JOIN keyword_state theirs ON theirs.keyword_id = k.id AND theirs.domain_id = t.id AND ${isAhead('theirs.position', 'mine.position')}
        AND theirs.position <= 20
      JOIN ranks.history r ON r.keyword = k.seq AND r.epoch = k.epoch AND r.domain = t.seq AND r.checked_at = p.checked_at
      WHERE k.site_id = $1 AND k.deleted_at IS NULL WINDOW w AS (PARTITION BY t.id, k.id ORDER BY r.checked_at)) c
    WHERE "beforeAt" IS NOT NULL AND comparable AND ${isAhead('position', 'own')} AND NOT ${isAhead('"beforePosition"', '"beforeOwn"')}
    ORDER BY domain, "keywordId", at DESC) latest
  ORDER BY at DESC, domain, "keywordId"`

/** The changes and passes of a site since a time, from all its checks since then instead of what was noted with them. */
export async function notableOfAllChecks(pool: pg.Pool, siteId: string, since: Date) {
  const changes = await pool.query<NotableChange>(changesSql, [siteId, since])
  const passes = await pool.query<Pass>(passesSql, [siteId, since])
  return { changes: changes.rows, passes: passes.rows }
}
