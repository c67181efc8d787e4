import type { Transaction } from '@rts/shared/service/transaction'
import { bigint, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const ended = { id: text, seq: bigint, siteId: text, endedSeq: bigint.orNull }
export type EndedDomain = RowOf<typeof ended>

const lockDomain = query(
  ended,
  `SELECT id, seq, site_id AS "siteId", ended_seq AS "endedSeq" FROM tracked_domain
   WHERE deleted_at < $1 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
)
// A keyword that is being deleted for good is waited for: in one order only, so that no two wait for each other.
const keywordsAfter = query(
  { seq: bigint },
  'SELECT seq FROM keyword WHERE site_id = $1 AND seq > $2 ORDER BY seq LIMIT $3 FOR KEY SHARE',
)
const deletePositions = statement('DELETE FROM ranks.rank WHERE keyword = $1 AND domain = $2')
const storeProgress = statement('UPDATE tracked_domain SET ended_seq = $2 WHERE id = $1')
const turnKey = 'own_id, domain_id, checked_at, keyword_id, epoch'
const deleteOwnTurns = statement(
  `DELETE FROM ranks.turn WHERE own_id = $1 AND (${turnKey}) IN (SELECT ${turnKey} FROM ranks.turn WHERE own_id = $1 LIMIT $2)`,
)
const ownOfSite = query({ id: text }, `SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own'`)
const deleteTurns = statement(
  `DELETE FROM ranks.turn WHERE own_id = $1 AND (${turnKey}) IN (
     SELECT ${turnKey} FROM ranks.turn WHERE own_id = $1 AND domain_id = $2 LIMIT $3)`,
)
const deleteRow = statement('DELETE FROM tracked_domain WHERE id = $1')

/** Locks a domain that was removed before a time, and that no other replica has. */
export function lockEndedDomain(tx: Transaction, before: Date): Promise<EndedDomain | undefined> {
  return lockDomain.first(tx, [before])
}

/** The next keywords of the domain's site, by their numbers; they stay until the transaction ends. */
export async function keepNextKeywords(tx: Transaction, domain: EndedDomain, max: number): Promise<string[]> {
  return (await keywordsAfter.rows(tx, [domain.siteId, domain.endedSeq ?? 0, max])).map(({ seq }) => seq)
}

export async function deletePositionsIn(tx: Transaction, keyword: string, { seq }: EndedDomain): Promise<void> {
  await deletePositions.run(tx, [keyword, seq])
}

/** Stores that the positions of all keywords up to this one are deleted. */
export async function storeEnded(tx: Transaction, { id }: EndedDomain, keyword: string): Promise<void> {
  await storeProgress.run(tx, [id, keyword])
}

/** Deletes turns of the domain, about `most`; answers how many. */
export async function deleteTurnsOf(tx: Transaction, { id, siteId }: EndedDomain, max: number): Promise<number> {
  let deleted = await deleteOwnTurns.run(tx, [id, max])
  for (const own of await ownOfSite.rows(tx, [siteId])) deleted += await deleteTurns.run(tx, [own.id, id, max])
  return deleted
}

export async function deleteDomain(tx: Transaction, { id }: EndedDomain): Promise<void> {
  await deleteRow.run(tx, [id])
}
