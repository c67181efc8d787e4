import type { Database } from '@rts/shared/service/transaction'
import { type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { PageChange } from './rules/competing-pages.ts'
import { ownDomain } from './standings.sql.ts'

const check = { keywordId: text, at: time, position: int, beforeAt: time, beforePosition: int }
const change = { ...check, url: text.orNull, beforeUrl: text.orNull }
export type NotableChange = RowOf<typeof change>
const pass = { ...check, domain: text, own: int, beforeOwn: int }
export type Pass = RowOf<typeof pass>

/** Only the present history: another phrase or another domain had other ranks. A check beside one from before the time is none. */
const keywordOfChange = `keyword k ON k.id = t.keyword_id AND k.epoch = t.epoch AND k.deleted_at IS NULL`
const present = `t.own_id = ${ownDomain} AND t.checked_at > $2 AND t.before_at >= $2`
const ofOwn = query(
  change,
  `SELECT ${selectList(change, 't', { at: 't.checked_at' })}
  FROM ranks.notable_change t JOIN ${keywordOfChange}
  WHERE ${present} AND t.domain_id = ${ownDomain} ORDER BY at DESC, "keywordId" LIMIT $3`,
  'notable.own',
)

const pageChange: Columns<PageChange> = { ...change, keyword: text }
/** Of the latest ones, the oldest first. */
const pageChanges = query(
  pageChange,
  `SELECT * FROM (
    SELECT ${selectList(pageChange, 't', { at: 't.checked_at', keyword: 'k.phrase' })}
    FROM ranks.notable_change t JOIN ${keywordOfChange}
    WHERE t.own_id = ${ownDomain} AND t.domain_id = ${ownDomain} AND t.checked_at > $2 AND t.url IS DISTINCT FROM t.before_url
    ORDER BY at DESC, "keywordId" LIMIT $3) latest
  ORDER BY at, "keywordId"`,
  'notable.pages',
)

/** A competitor beyond these places is not worth a look. */
const farthest = 20
// The few changes first: the planner would begin with the states of all keywords.
const passes = query(
  pass,
  `WITH t AS MATERIALIZED (
    SELECT DISTINCT ON (domain_id, keyword_id, epoch) * FROM ranks.notable_change t
    WHERE ${present} AND t.domain_id = ANY(ARRAY(SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'competitor' AND deleted_at IS NULL))
    ORDER BY domain_id, keyword_id, epoch, checked_at DESC)
  SELECT ${selectList(pass, 't', { at: 't.checked_at', domain: 'd.domain' })}
  FROM t JOIN ${keywordOfChange}
  JOIN tracked_domain d ON d.id = t.domain_id
  JOIN keyword_state mine ON mine.keyword_id = t.keyword_id AND mine.domain_id = t.own_id
  JOIN keyword_state theirs ON theirs.keyword_id = t.keyword_id AND theirs.domain_id = t.domain_id
    AND ranks.is_ahead(theirs.position, mine.position) AND theirs.position <= ${farthest}
  ORDER BY at DESC, domain, "keywordId" LIMIT $3`,
  'notable.passes',
)

/** Checks in which a keyword came into the top ten, left it, or ranked with another page, the newest first. */
export function listNotableChanges(db: Database, siteId: string, since: Date, take: number): Promise<NotableChange[]> {
  return ofOwn.rows(db, [siteId, since, take])
}

/** Checks in which a keyword ranked with another address of the site than before, the oldest first. */
export function listPageChanges(db: Database, siteId: string, since: Date, take: number): Promise<PageChange[]> {
  return pageChanges.rows(db, [siteId, since, take])
}

/** The last check in which each competitor that is ahead, and among the first twenty, came ahead; the newest first. */
export function listPasses(db: Database, siteId: string, since: Date, take: number): Promise<Pass[]> {
  return passes.rows(db, [siteId, since, take])
}
