import { randomUUID } from 'node:crypto'
import type { Transaction } from '@rts/shared/service/transaction'
import type { SiteSettings } from './rules/site-settings.ts'
import type { SiteIdentity } from './rules/site-twins.ts'
import { noSuchSite, type Site } from './sites.sql.ts'

/** The public fields of a site. */
export type ShownSite = SiteSettings & Pick<Site, 'id' | 'accountId' | 'checksPausedAt' | 'frozen' | 'createdAt'>
/** A site as a statement left it; `version` is the version of its fact. */
export type WrittenSite = ShownSite & { version: string }
/** A site that is checked to be the caller's. */
export type OwnedSite = Pick<Site, 'id' | 'accountId'>
export type LiveSite = SiteIdentity & { id: string }

export const siteColumns = `id, account_id AS "accountId", name, domain, tags, description, country, language, auto_add_preference AS "autoAddPreference",
  checks_paused_at AS "checksPausedAt", frozen, created_at AS "createdAt", version`

/** The live sites of an account, oldest first; the account's lock keeps them unchanged. */
export async function listLiveSites(tx: Transaction, accountId: string): Promise<LiveSite[]> {
  const found = await tx.query<LiveSite>(
    'SELECT id, domain, name FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq',
    [accountId],
  )
  return found.rows
}

/** Locks a live site, which stays unchanged until the transaction ends. Throws `not_found`. */
export function lockSite(tx: Transaction, site: OwnedSite): Promise<WrittenSite> {
  return heldSite(tx, site, 'FOR UPDATE')
}

/** Locks a live site together with other transactions: it only stays live. Throws `not_found`. */
export function holdSite(tx: Transaction, site: OwnedSite): Promise<WrittenSite> {
  return heldSite(tx, site, 'FOR SHARE')
}

async function heldSite(tx: Transaction, { id, accountId }: OwnedSite, hold: string): Promise<WrittenSite> {
  const found = await tx.query<WrittenSite>(
    `SELECT ${siteColumns} FROM site WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL ${hold}`,
    [id, accountId],
  )
  if (!found.rows[0]) throw noSuchSite()
  return found.rows[0]
}

/** Inserts a site and its own domain, with which its rank history starts. */
export async function insertSite(
  tx: Transaction,
  accountId: string,
  settings: SiteSettings,
  now: Date,
): Promise<WrittenSite> {
  const { name, domain, tags, description, country, language, autoAddPreference } = settings
  const inserted = await tx.query<WrittenSite>(
    `INSERT INTO site (id, account_id, name, domain, tags, description, country, language, auto_add_preference, domain_since, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${siteColumns}`,
    [randomUUID(), accountId, name, domain, tags, description, country, language, autoAddPreference, now],
  )
  const site = only(inserted.rows)
  await insertOwnDomain(tx, site.id, domain, now)
  return site
}

async function insertOwnDomain(tx: Transaction, siteId: string, domain: string, now: Date): Promise<void> {
  await tx.query(`INSERT INTO tracked_domain (id, site_id, domain, kind, since) VALUES ($1, $2, $3, 'own', $4)`, [
    randomUUID(),
    siteId,
    domain,
    now,
  ])
}

/** Ranks are stored by tracked domain, so a new domain starts a new history. */
export async function replaceOwnDomain(tx: Transaction, siteId: string, domain: string, now: Date): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `UPDATE tracked_domain SET deleted_at = $2 WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL RETURNING id`,
    [siteId, now],
  )
  await tx.query('DELETE FROM keyword_state WHERE domain_id = ANY($1)', [ended.rows.map((row) => row.id)])
  await tx.query(
    `UPDATE keyword SET last_check_status = NULL, last_check_at = NULL, last_check_error = NULL WHERE site_id = $1 AND deleted_at IS NULL`,
    [siteId],
  )
  await insertOwnDomain(tx, siteId, domain, now)
}

export async function updateSite(
  tx: Transaction,
  id: string,
  after: SiteSettings,
  { isMoved, paused, now }: { isMoved: boolean; paused: boolean | undefined; now: Date },
): Promise<WrittenSite> {
  const { name, domain, tags, description, country, language, autoAddPreference } = after
  const updated = await tx.query<WrittenSite>(
    `UPDATE site SET name = $2, domain = $3, tags = $4, description = $5, country = $6, language = $7, auto_add_preference = $8,
       domain_since = CASE WHEN $9 THEN $10 ELSE domain_since END,
       checks_paused_at = CASE WHEN $11::boolean IS NULL THEN checks_paused_at WHEN $11 THEN coalesce(checks_paused_at, $10) END,
       search_property = CASE WHEN $9 THEN NULL ELSE search_property END,
       version = version + 1
     WHERE id = $1 RETURNING ${siteColumns}`,
    [id, name, domain, tags, description, country, language, autoAddPreference, isMoved, now, paused ?? null],
  )
  return only(updated.rows)
}

/** The row stays until all data of the site is deleted in every service. Throws `not_found`. */
export async function markDeleted(tx: Transaction, site: OwnedSite, now: Date): Promise<WrittenSite> {
  const deleted = await tx.query<WrittenSite>(
    `UPDATE site SET deleted_at = $3, version = version + 1 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL RETURNING ${siteColumns}`,
    [site.id, site.accountId, now],
  )
  if (!deleted.rows[0]) throw noSuchSite()
  return deleted.rows[0]
}

/** The row of a statement that always answers one. */
export function only<T>(rows: T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that answers one row answered none')
  return row
}
