import type { Device } from '@rts/shared/contract/locale'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { SiteScope } from '../sites/sites.ts'
import type { TrackedPhrase } from './rules/tracked-phrase.ts'

const tracked = {
  id: text,
  phrase: text,
  identity: text,
  country: text,
  language: text,
  device: text.of<Device>(),
  location: text.orNull,
}
export type Revived = RowOf<typeof tracked>
const trashed = { ...tracked, siteId: text, domain: text, deletedAt: time.filled, deletedBy: text.orNull }
export type TrashedKeyword = RowOf<typeof trashed>

const markDeleted = query(
  { id: text, phrase: text },
  `UPDATE keyword SET deleted_at = $3, in_trash = $4, deleted_by = $5
   WHERE id = ANY($1) AND site_id = $2 AND deleted_at IS NULL RETURNING id, phrase`,
)
const deleteStates = statement('DELETE FROM keyword_state WHERE keyword_id = ANY($1)')
// The condition is the row's own: a row that the background deletes, or has deleted, is not revived.
const isKept = 'k.in_trash AND k.deleted_at >= $2'
/** Revives the keywords `o` of a list in their order, which is the order of the plan's limit from then on. */
const revive = (ordered: string) => `
  UPDATE keyword k SET deleted_at = NULL, in_trash = false, deleted_by = NULL, frozen = false, due_at = NULL, updated_at = now(),
    limit_seq = o.limit_seq
  FROM (SELECT id, nextval('keyword_seq_seq') AS limit_seq FROM (${ordered}) w) o
  WHERE k.id = o.id AND k.site_id = $1 AND ${isKept} RETURNING ${selectList(tracked, 'k')}`
const reviveByPhrase = query(
  tracked,
  revive(`
    SELECT id FROM (
      SELECT DISTINCT ON (p.place) p.place, k.id
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
        WITH ORDINALITY AS p (identity, country, language, device, location, place)
      JOIN keyword k USING (identity, country, language, device)
      WHERE k.site_id = $1 AND k.location IS NOT DISTINCT FROM p.location AND ${isKept}
      ORDER BY p.place, k.deleted_at DESC, k.seq DESC) found
    ORDER BY place`),
)
const reviveById = query(
  tracked,
  revive('SELECT id FROM unnest($3::text[]) WITH ORDINALITY AS p (id, place) ORDER BY place'),
)
const trashedKeywords = `FROM keyword k JOIN site s ON s.id = k.site_id
  WHERE s.account_id = $1 AND s.deleted_at IS NULL AND ${isKept} AND ($3::text[] IS NULL OR s.id = ANY ($3))`
const trashedColumns = selectList(trashed, 'k', { domain: 's.domain' })
const trashedByIds = query(
  trashed,
  `SELECT ${trashedColumns} ${trashedKeywords} AND k.id = ANY($4) ORDER BY array_position($4, k.id)`,
)
const trashedPage = query(
  trashed,
  `SELECT ${trashedColumns} ${trashedKeywords} ORDER BY k.deleted_at DESC, k.seq DESC OFFSET $4 LIMIT $5`,
)
const trashedCount = query({ n: int }, `SELECT count(*)::int AS n ${trashedKeywords}`)

/** `deletedBy` is kept in the trash; without a trash they are deleted for good. */
type Deletion = { now: Date; inTrash: boolean; deletedBy: string | null }

/** Deletes those of the keywords that the site has, and answers them. Their positions are kept; what they rank now, in the trash alone. */
export async function deleteKeywords(
  tx: Transaction,
  siteId: string,
  ids: readonly string[],
  { now, inTrash, deletedBy }: Deletion,
): Promise<{ id: string; phrase: string }[]> {
  const removed = await markDeleted.rows(tx, [ids, siteId, now, inTrash, deletedBy])
  if (!inTrash) await deleteStates.run(tx, [removed.map(({ id }) => id)])
  return removed
}

type Place = { siteId: string; since: Date }

/** Brings back keywords that were deleted at `since` or later: of each phrase the one that was deleted last. No phrase may be tracked. */
export function revivePhrases(
  tx: Transaction,
  { siteId, since }: Place,
  phrases: readonly TrackedPhrase[],
): Promise<Revived[]> {
  const wanted = columns(phrases, 'identity', 'country', 'language', 'device', 'location')
  return reviveByPhrase.rows(tx, [siteId, since, ...wanted])
}

/** Brings back these keywords, which were deleted at `since` or later. */
export function reviveKeywords(tx: Transaction, { siteId, since }: Place, ids: readonly string[]) {
  return reviveById.rows(tx, [siteId, since, ids])
}

/** Keywords in the trash, of sites that are not there themselves, in the order of the ids. */
export function findTrashed(tx: Transaction, { accountId, siteIds }: SiteScope, since: Date, ids: readonly string[]) {
  return trashedByIds.rows(tx, [accountId, since, siteIds, ids])
}

/** A page of the keywords in the trash, the last deleted first, and how many there are. */
export async function listTrashed(
  db: Database,
  { accountId, siteIds }: SiteScope,
  since: Date,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: TrashedKeyword[]; total: number }> {
  const rows = await trashedPage.rows(db, [accountId, since, siteIds, skip, take])
  return { rows, total: (await trashedCount.require(db, [accountId, since, siteIds])).n }
}
