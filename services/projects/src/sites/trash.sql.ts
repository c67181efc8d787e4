import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { LiveSite, OwnedSite } from './site-changes.sql.ts'
import { noSuchSite, type SiteRecord, type SiteScope, site, siteColumns } from './sites.sql.ts'

const markDeleted = query(
  site,
  `UPDATE site s SET deleted_at = $3, in_trash = $4, deleted_by = $5, version = version + 1
   WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL RETURNING ${siteColumns}`,
)
const identity: Columns<LiveSite> = { id: text, domain: text, name: text }
// The background leaves the rows that are locked.
const lockTrash = query(
  identity,
  `SELECT id, domain, name FROM site WHERE account_id = $1 AND in_trash AND deleted_at >= $2
   ORDER BY deleted_at DESC, seq DESC FOR UPDATE`,
)
const revive = query(
  site,
  `UPDATE site s SET deleted_at = NULL, in_trash = false, deleted_by = NULL, frozen = false, updated_at = now(),
     limit_seq = nextval('site_seq_seq'), version = version + 1
   WHERE id = $1 AND account_id = $2 AND in_trash AND deleted_at >= $3 RETURNING ${siteColumns}`,
)
const reviveKeywords = statement(
  `UPDATE keyword k SET frozen = false, due_at = NULL, updated_at = now(), limit_seq = o.limit_seq
   FROM (SELECT id, nextval('keyword_seq_seq') AS limit_seq FROM (
     SELECT id FROM keyword WHERE site_id = $1 AND deleted_at IS NULL ORDER BY coalesce(limit_seq, seq)) w) o
   WHERE k.id = o.id`,
)
// One update decides with the restoration's which of them has the row.
const endSome = query(
  site,
  `UPDATE site s SET in_trash = false, version = version + 1 WHERE in_trash AND deleted_at < $1 AND id IN (
     SELECT id FROM site WHERE in_trash AND deleted_at < $1 ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING ${siteColumns}`,
)
const trashed = { id: text, name: text, domain: text, keywords: int, deletedAt: time.filled, deletedBy: text.orNull }
export type TrashedSite = RowOf<typeof trashed>
const inTrash = `FROM site s WHERE s.account_id = $1 AND s.in_trash AND s.deleted_at >= $2
  AND ($3::text[] IS NULL OR s.id = ANY ($3))`
const keywords = '(SELECT count(*)::int FROM keyword k WHERE k.site_id = s.id AND k.deleted_at IS NULL)'
const trashedPage = query(
  trashed,
  `SELECT ${selectList(trashed, 's', { keywords })} ${inTrash} ORDER BY s.deleted_at DESC, s.seq DESC OFFSET $4 LIMIT $5`,
)
const trashedCount = query({ n: int }, `SELECT count(*)::int AS n ${inTrash}`)

/** Its rows stay as they are: in the trash until it is restored, or else until they are deleted. Throws `not_found`. */
export async function deleteSite(
  tx: Transaction,
  { id, accountId }: OwnedSite,
  { now, inTrash, deletedBy }: { now: Date; inTrash: boolean; deletedBy: string | null },
): Promise<SiteRecord> {
  return found(await markDeleted.first(tx, [id, accountId, now, inTrash, deletedBy]))
}

/** The sites of an account that were deleted at `since` or later, the last deleted first; they stay until the transaction ends. */
export function lockTrashedSites(tx: Transaction, accountId: string, since: Date): Promise<LiveSite[]> {
  return lockTrash.rows(tx, [accountId, since])
}

/** Brings a site back that was deleted at `since` or later, with the keywords that it had then. Throws `not_found`. */
export async function reviveRow(tx: Transaction, { id, accountId }: OwnedSite, since: Date): Promise<SiteRecord> {
  const revived = found(await revive.first(tx, [id, accountId, since]))
  await reviveKeywords.run(tx, [id])
  return revived
}

/** Takes sites out of the trash that were deleted before a time, at most `max`: they are deleted for good. */
export function endTrashedSites(tx: Transaction, before: Date, max: number): Promise<SiteRecord[]> {
  return endSome.rows(tx, [before, max])
}

/** A page of the sites in the trash, the last deleted first, and how many there are. */
export async function listTrashedSites(
  db: Database,
  { accountId, siteIds }: SiteScope,
  since: Date,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: TrashedSite[]; total: number }> {
  const rows = await trashedPage.rows(db, [accountId, since, siteIds, skip, take])
  return { rows, total: (await trashedCount.require(db, [accountId, since, siteIds])).n }
}

function found(row: SiteRecord | undefined): SiteRecord {
  if (!row) throw noSuchSite()
  return row
}
