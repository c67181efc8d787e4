import type { Database } from '@rts/shared/service/transaction'
import type { DayPosition } from './rules/day-columns.ts'

/** A check of a keyword for one host. */
export type Check = {
  keywordId: string
  domainId: string
  checkedAt: Date
  position: number
  url: string | null
  depth: number | null
  source: string
  sandbox: boolean
}
export type KeywordFailure = { keywordId: string; checkedAt: Date; error: string; source: string | null }

const checksSql = `
  SELECT p.keyword_id AS "keywordId", p.domain_id AS "domainId", p.checked_at AS "checkedAt", p.position, p.url, p.depth, p.source, p.sandbox
  FROM keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch
  WHERE k.id = ANY($2) AND k.site_id = $1 AND k.deleted_at IS NULL AND p.domain_id = ANY($3) AND p.checked_at >= $4
  ORDER BY p.checked_at`
const sparksSql = `
  SELECT p.keyword_id AS "keywordId", to_char(p.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
    (array_agg(p.position ORDER BY p.checked_at DESC))[1] AS position
  FROM keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch
  WHERE k.id = ANY($2) AND k.site_id = $1 AND k.deleted_at IS NULL AND p.domain_id = $3 AND p.checked_at >= $4
  GROUP BY 1, 2`
const failuresSql = `
  SELECT f.keyword_id AS "keywordId", f.checked_at AS "checkedAt", f.error, f.source
  FROM keyword k JOIN ranks.failed_check f ON f.keyword_id = k.id AND f.epoch = k.epoch
  WHERE k.id = ANY($2) AND k.site_id = $1 AND k.deleted_at IS NULL AND f.checked_at >= $3
  ORDER BY f.checked_at DESC LIMIT $4`

/** Every check of the site's keywords since a time, the oldest first. */
export async function listChecks(
  db: Database,
  siteId: string,
  keywordIds: readonly string[],
  domainIds: readonly string[],
  since: Date,
): Promise<Check[]> {
  return (await db.query<Check>(checksSql, [siteId, keywordIds, domainIds, since])).rows
}

/** The last position of each day. */
export async function readDailyPositions(
  db: Database,
  siteId: string,
  keywordIds: readonly string[],
  domainId: string,
  since: Date,
): Promise<DayPosition[]> {
  const values = [siteId, keywordIds, domainId, since]
  return (await db.query<DayPosition>({ name: 'series.daily', text: sparksSql, values })).rows
}

/** The latest `take` failed checks since a time, the oldest first. */
export async function listFailures(
  db: Database,
  siteId: string,
  keywordIds: readonly string[],
  since: Date,
  take: number,
): Promise<KeywordFailure[]> {
  return (await db.query<KeywordFailure>(failuresSql, [siteId, keywordIds, since, take])).rows.reverse()
}

/** The site's own domain. */
export async function readOwnDomain(db: Database, siteId: string): Promise<string> {
  const found = await db.query<{ id: string }>(
    `SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL`,
    [siteId],
  )
  const [own] = found.rows
  if (!own) throw new Error(`site ${siteId} has no domain of its own`)
  return own.id
}
