import type { Database } from '@rts/shared/service/transaction'
import { boolean, type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { DayPosition } from './rules/day-columns.ts'

const check = {
  keywordId: text,
  domainId: text,
  checkedAt: time,
  position: int,
  url: text.orNull,
  depth: int.orNull,
  source: text,
  sandbox: boolean,
}
/** A check of a keyword for one host. */
export type Check = RowOf<typeof check>
const dayPosition: Columns<DayPosition> = { keywordId: text, day: text, position: int }
const failure = { keywordId: text, checkedAt: time, error: text, source: text.orNull }
export type KeywordFailure = RowOf<typeof failure>

const ofKeywords = 'k.id = ANY($2) AND k.site_id = $1 AND k.deleted_at IS NULL'
const positions = 'keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch'
const checksSince = query(
  check,
  `SELECT ${selectList(check, 'p')} FROM ${positions}
  WHERE ${ofKeywords} AND p.domain_id = ANY($3) AND p.checked_at >= $4 ORDER BY p.checked_at`,
)
const dailySince = query(
  dayPosition,
  `SELECT p.keyword_id AS "keywordId", to_char(p.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
    (array_agg(p.position ORDER BY p.checked_at DESC))[1] AS position
  FROM ${positions}
  WHERE ${ofKeywords} AND p.domain_id = $3 AND p.checked_at >= $4 GROUP BY 1, 2`,
  'series.daily',
)
const failuresSince = query(
  failure,
  `SELECT ${selectList(failure, 'f')}
  FROM keyword k JOIN ranks.failed_check f ON f.keyword_id = k.id AND f.epoch = k.epoch
  WHERE ${ofKeywords} AND f.checked_at >= $3 ORDER BY f.checked_at DESC LIMIT $4`,
)
const ownDomainOf = query(
  { id: text },
  `SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL`,
)

/** Every check of the site's keywords since a time, the oldest first. */
export function listChecks(
  db: Database,
  siteId: string,
  keywordIds: readonly string[],
  domainIds: readonly string[],
  since: Date,
): Promise<Check[]> {
  return checksSince.rows(db, [siteId, keywordIds, domainIds, since])
}

/** The last position of each day. */
export function readDailyPositions(
  db: Database,
  siteId: string,
  keywordIds: readonly string[],
  domainId: string,
  since: Date,
): Promise<DayPosition[]> {
  return dailySince.rows(db, [siteId, keywordIds, domainId, since])
}

/** The latest `take` failed checks since a time, the oldest first. */
export async function listFailures(
  db: Database,
  siteId: string,
  keywordIds: readonly string[],
  since: Date,
  take: number,
): Promise<KeywordFailure[]> {
  return (await failuresSince.rows(db, [siteId, keywordIds, since, take])).reverse()
}

/** The site's own domain. */
export async function readOwnDomain(db: Database, siteId: string): Promise<string> {
  const own = await ownDomainOf.first(db, [siteId])
  if (!own) throw new Error(`site ${siteId} has no domain of its own`)
  return own.id
}
