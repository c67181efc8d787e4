import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, type RowOf, text } from '@rts/shared/sql/column'
import { partOf, query, statement } from '@rts/shared/sql/statement'

const ended = { id: text, seq: bigint, siteId: text }
type EndedKeyword = RowOf<typeof ended>
const unread = { id: text, seq: bigint.orNull }
type UnreadPage = RowOf<typeof unread>

/**
 * A site `s` whose rows are deleted for good: it was deleted before `$1` and has left the trash, or its account is closed, which takes
 * its sites out of the trash. An index has those alone.
 */
const isEnded = `s.deleted_at IS NOT NULL AND NOT s.in_trash AND (s.deleted_at < $1 OR EXISTS (
  SELECT FROM account a WHERE a.id = s.account_id AND a.status = 'closed'))`

// Replicas take different keywords. The condition is asked again of the row that is locked: it may just have been restored.
const lockKeywords = query(
  ended,
  `SELECT id, seq, site_id AS "siteId" FROM keyword l WHERE id = ANY(ARRAY(
     (SELECT k.id FROM keyword k WHERE k.deleted_at < $1 LIMIT $2)
     UNION ALL (SELECT k.id FROM site s JOIN keyword k ON k.site_id = s.id WHERE ${isEnded} LIMIT $2)))
     AND (l.deleted_at < $1 OR EXISTS (SELECT FROM site s WHERE s.id = l.site_id AND (${isEnded})))
   LIMIT $2 FOR UPDATE SKIP LOCKED`,
)
const deletePositions = statement('DELETE FROM ranks.rank WHERE keyword = $1')
const deleteNotable = statement(
  'DELETE FROM ranks.notable_change WHERE own_id IN (SELECT id FROM tracked_domain WHERE site_id = ANY($1)) AND keyword_id = ANY($2)',
)
const deleteKeywords = statement('DELETE FROM keyword WHERE id = ANY($1)')
const deleteQueries = statement(
  `DELETE FROM search_query WHERE (reading_id, n) IN (
     SELECT q.reading_id, q.n FROM site s JOIN search_reading r ON r.site_id = s.id JOIN search_query q ON q.reading_id = r.id
     WHERE ${isEnded} LIMIT $2)`,
)
const deleteSites = statement(
  `DELETE FROM site WHERE id IN (
     SELECT s.id FROM site s WHERE (${isEnded}) AND NOT EXISTS (SELECT FROM keyword k WHERE k.site_id = s.id)
       AND NOT EXISTS (SELECT FROM search_reading r JOIN search_query q ON q.reading_id = r.id WHERE r.site_id = s.id)
     LIMIT $2 FOR UPDATE SKIP LOCKED)`,
)
const partOfPages = partOf('page_target', 'id')
const lockUnread = query(
  unread,
  `SELECT t.id, t.seq FROM page_target t
   WHERE t.id > $1 AND t.id <= $2 AND (t.lease_until IS NULL OR t.lease_until < clock_timestamp())
     AND NOT EXISTS (SELECT FROM keyword k WHERE k.target_id = t.id) ORDER BY t.id FOR UPDATE SKIP LOCKED`,
)
const deletePages = statement('DELETE FROM ranks.page WHERE page = $1')
const deleteDetails = statement('DELETE FROM ranks.page_detail WHERE page = $1')
const deleteSiteTargets = statement('DELETE FROM site_target WHERE target_id = ANY($1)')
const deleteTargets = statement('DELETE FROM page_target WHERE id = ANY($1)')

/** Locks keywords that are deleted for good, at most `max` that no other replica has. */
export function lockEnded(tx: Transaction, before: Date, max: number): Promise<EndedKeyword[]> {
  return lockKeywords.rows(tx, [before, max])
}

export async function deletePositionsOf(tx: Transaction, { seq }: EndedKeyword): Promise<void> {
  await deletePositions.run(tx, [seq])
}

/** Deletes keywords whose positions are deleted, with all else that hangs on them. */
export async function deleteEnded(tx: Transaction, keywords: readonly EndedKeyword[]): Promise<void> {
  const ids = keywords.map(({ id }) => id)
  await deleteNotable.run(tx, [[...new Set(keywords.map(({ siteId }) => siteId))], ids])
  await deleteKeywords.run(tx, [ids])
}

/** Deletes queries from the search console of sites that are to be deleted for good, at most `max`; answers how many. */
export function deleteEndedQueries(db: Database, before: Date, max: number): Promise<number> {
  return deleteQueries.run(db, [before, max])
}

/** Deletes sites that are to be deleted for good and have no keywords any more; answers how many. */
export function deleteEndedSites(db: Database, before: Date, max: number): Promise<number> {
  return deleteSites.run(db, [before, max])
}

/** The last of the next `max` pages after `after`; null after all. */
export async function lastOfPart(tx: Transaction, after: string, max: number): Promise<string | null> {
  return (await partOfPages.require(tx, [after, max])).last
}

/** Locks the pages after `after` and until `last` that no keyword reads; a page that is being fetched is left alone. */
export function lockUnreadPages(tx: Transaction, after: string, last: string): Promise<UnreadPage[]> {
  return lockUnread.rows(tx, [after, last])
}

export async function deleteResultsPages(tx: Transaction, { seq }: UnreadPage): Promise<void> {
  await deletePages.run(tx, [seq])
  await deleteDetails.run(tx, [seq])
}

export async function deletePageTargets(tx: Transaction, pages: readonly UnreadPage[]): Promise<void> {
  const ids = pages.map(({ id }) => id)
  await deleteSiteTargets.run(tx, [ids])
  await deleteTargets.run(tx, [ids])
}

const endedDomain = { id: text, seq: bigint, siteId: text, endedSeq: bigint.orNull }
type EndedDomain = RowOf<typeof endedDomain>

const lockDomain = query(
  endedDomain,
  `SELECT id, seq, site_id AS "siteId", ended_seq AS "endedSeq" FROM tracked_domain
   WHERE deleted_at < $1 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
)
// A keyword that is being deleted for good is waited for: in one order only, so that no two wait for each other.
const keywordsAfter = query(
  { seq: bigint },
  'SELECT seq FROM keyword WHERE site_id = $1 AND seq > $2 ORDER BY seq LIMIT $3 FOR KEY SHARE',
)
const deletePositionsAt = statement('DELETE FROM ranks.rank WHERE keyword = $1 AND domain = $2')
const storeProgress = statement('UPDATE tracked_domain SET ended_seq = $2 WHERE id = $1')
const changeKey = 'own_id, domain_id, checked_at, keyword_id, epoch'
const deleteOwnNotable = statement(
  `DELETE FROM ranks.notable_change WHERE own_id = $1 AND (${changeKey}) IN (SELECT ${changeKey} FROM ranks.notable_change WHERE own_id = $1 LIMIT $2)`,
)
const ownOfSite = query({ id: text }, `SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own'`)
const deleteNotableBeside = statement(
  `DELETE FROM ranks.notable_change WHERE own_id = $1 AND (${changeKey}) IN (
     SELECT ${changeKey} FROM ranks.notable_change WHERE own_id = $1 AND domain_id = $2 LIMIT $3)`,
)
const deleteRow = statement('DELETE FROM tracked_domain WHERE id = $1')

export function lockEndedDomain(tx: Transaction, before: Date): Promise<EndedDomain | undefined> {
  return lockDomain.first(tx, [before])
}

/** The next keywords of the domain's site, by their numbers; they stay until the transaction ends. */
export async function keepNextKeywords(tx: Transaction, domain: EndedDomain, max: number): Promise<string[]> {
  return (await keywordsAfter.rows(tx, [domain.siteId, domain.endedSeq ?? 0, max])).map(({ seq }) => seq)
}

export async function deletePositionsIn(tx: Transaction, keyword: string, { seq }: EndedDomain): Promise<void> {
  await deletePositionsAt.run(tx, [keyword, seq])
}

/** Stores that the positions of all keywords up to this one are deleted. */
export async function storeEnded(tx: Transaction, { id }: EndedDomain, keyword: string): Promise<void> {
  await storeProgress.run(tx, [id, keyword])
}

/** Deletes notable changes of the domain, about `max`; answers how many. */
export async function deleteNotableOf(tx: Transaction, { id, siteId }: EndedDomain, max: number): Promise<number> {
  let deleted = await deleteOwnNotable.run(tx, [id, max])
  for (const own of await ownOfSite.rows(tx, [siteId])) deleted += await deleteNotableBeside.run(tx, [own.id, id, max])
  return deleted
}

export async function deleteDomain(tx: Transaction, { id }: EndedDomain): Promise<void> {
  await deleteRow.run(tx, [id])
}

const thin = query({ isMore: boolean }, 'SELECT ranks.thin_step($1, $2) AS "isMore"')
const sweepOldFailures = statement(
  `DELETE FROM ranks.failed_check WHERE (keyword_id, epoch, checked_at) IN (
    SELECT keyword_id, epoch, checked_at FROM ranks.failed_check WHERE checked_at < $1 LIMIT $2)`,
)

export function sweepFailures(db: Database, before: Date, max: number): Promise<number> {
  return sweepOldFailures.run(db, [before, max])
}

/** Deletes all but the last position of a day of so many keywords, of a month that ended before `until`. False if there is no more to do. */
export async function thinPositions(db: Database, until: Date, keywords: number): Promise<boolean> {
  return (await thin.require(db, [until, keywords])).isMore
}
