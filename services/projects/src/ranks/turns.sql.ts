import type { Database } from '@rts/shared/service/transaction'
import { ownDomain } from './standings.sql.ts'

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

/** Only the present history: another phrase or another domain had other ranks. A check beside one from before the time is none. */
const keywordOfTurn = `keyword k ON k.id = t.keyword_id AND k.epoch = t.epoch AND k.deleted_at IS NULL`
const present = `t.own_id = ${ownDomain} AND t.checked_at > $2 AND t.before_at >= $2`
const turnsSql = `
  SELECT t.keyword_id AS "keywordId", t.checked_at AS at, t.position, t.url, t.before_at AS "beforeAt", t.before_position AS "beforePosition",
    t.before_url AS "beforeUrl"
  FROM ranks.turn t JOIN ${keywordOfTurn}
  WHERE ${present} AND t.domain_id = ${ownDomain} ORDER BY at DESC, "keywordId" LIMIT $3`

/** A competitor beyond these places is not worth a look. */
const farthest = 20
// The few turns first: the planner would begin with the states of all keywords.
const passesSql = `
  WITH t AS MATERIALIZED (
    SELECT DISTINCT ON (domain_id, keyword_id, epoch) * FROM ranks.turn t
    WHERE ${present} AND t.domain_id = ANY(ARRAY(SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'competitor' AND deleted_at IS NULL))
    ORDER BY domain_id, keyword_id, epoch, checked_at DESC)
  SELECT d.domain, t.keyword_id AS "keywordId", t.checked_at AS at, t.position, t.own, t.before_at AS "beforeAt",
    t.before_position AS "beforePosition", t.before_own AS "beforeOwn"
  FROM t JOIN ${keywordOfTurn}
  JOIN tracked_domain d ON d.id = t.domain_id
  JOIN keyword_state mine ON mine.keyword_id = t.keyword_id AND mine.domain_id = t.own_id
  JOIN keyword_state theirs ON theirs.keyword_id = t.keyword_id AND theirs.domain_id = t.domain_id
    AND ranks.is_ahead(theirs.position, mine.position) AND theirs.position <= ${farthest}
  ORDER BY at DESC, domain, "keywordId" LIMIT $3`

/** Checks in which a keyword came into the top ten, left it, or ranked with another page, the newest first. */
export async function listTurns(db: Database, siteId: string, since: Date, take: number): Promise<Turn[]> {
  return (await db.query<Turn>({ name: 'turns.own', text: turnsSql, values: [siteId, since, take] })).rows
}

/** The last check in which each competitor that is ahead, and among the first twenty, came ahead; the newest first. */
export async function listPasses(db: Database, siteId: string, since: Date, take: number): Promise<Pass[]> {
  return (await db.query<Pass>({ name: 'turns.passes', text: passesSql, values: [siteId, since, take] })).rows
}
