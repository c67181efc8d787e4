import { randomUUID } from 'node:crypto'
import type { Transaction } from '@rts/shared/service/transaction'
import { type Columns, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { SiteSettings } from './rules/site-settings.ts'
import type { SiteIdentity } from './rules/site-twins.ts'
import { noSuchSite, type Site, type SiteRecord, site, siteColumns } from './sites.sql.ts'

export type ShownSite = SiteSettings & Pick<Site, 'id' | 'accountId' | 'checksPausedAt' | 'frozen' | 'createdAt'>
export type OwnedSite = Pick<Site, 'id' | 'accountId'>
export type LiveSite = SiteIdentity & { id: string }

const live: Columns<LiveSite> = { id: text, domain: text, name: text }
const liveSites = query(
  live,
  'SELECT id, domain, name FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq',
)
const selectSite = `SELECT ${siteColumns} FROM site s WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`
const lockOne = query(site, `${selectSite} FOR UPDATE`)
const holdOne = query(site, `${selectSite} FOR SHARE`)
const insert = query(
  site,
  `INSERT INTO site AS s (id, account_id, name, domain, tags, description, country, language, auto_add_preference, domain_since,
     created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${siteColumns}`,
)
const insertOwn = statement(
  `INSERT INTO tracked_domain (id, site_id, domain, kind, since) VALUES ($1, $2, $3, 'own', $4)`,
)
const endOwn = query(
  { id: text },
  `UPDATE tracked_domain SET deleted_at = $2 WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL RETURNING id`,
)
const deleteStates = statement('DELETE FROM keyword_state WHERE domain_id = ANY($1)')
const clearChecks = statement(
  'UPDATE keyword SET last_check_status = NULL, last_check_at = NULL, last_check_error = NULL WHERE site_id = $1',
)
const update = query(
  site,
  `UPDATE site s SET name = $2, domain = $3, tags = $4, description = $5, country = $6, language = $7, auto_add_preference = $8,
     domain_since = CASE WHEN $9 THEN $10 ELSE domain_since END,
     checks_paused_at = CASE WHEN $11::boolean IS NULL THEN checks_paused_at WHEN $11 THEN coalesce(checks_paused_at, $10) END,
     search_property = CASE WHEN $9 THEN NULL ELSE search_property END,
     version = version + 1
   WHERE id = $1 RETURNING ${siteColumns}`,
)
const setDepth = statement('UPDATE site SET depth = $2, smart = $3 WHERE id = $1')
const readWholeNext = statement('UPDATE keyword SET whole_at = NULL WHERE site_id = $1 AND whole_at IS NOT NULL')

/** The live sites of an account, oldest first; the account's lock keeps them unchanged. */
export function listLiveSites(tx: Transaction, accountId: string): Promise<LiveSite[]> {
  return liveSites.rows(tx, [accountId])
}

/** Locks a live site, which stays unchanged until the transaction ends. Throws `not_found`. */
export async function lockSite(tx: Transaction, { id, accountId }: OwnedSite): Promise<SiteRecord> {
  return found(await lockOne.first(tx, [id, accountId]))
}

/** Locks a live site together with other transactions: it only stays live. Throws `not_found`. */
export async function holdSite(tx: Transaction, { id, accountId }: OwnedSite): Promise<SiteRecord> {
  return found(await holdOne.first(tx, [id, accountId]))
}

/** Inserts a site and its own domain, with which its rank history starts. */
export async function insertSite(tx: Transaction, accountId: string, settings: SiteSettings, now: Date) {
  const { name, domain, tags, description, country, language, autoAddPreference } = settings
  const values = [randomUUID(), accountId, name, domain, tags, description, country, language, autoAddPreference, now]
  const inserted = only(await insert.first(tx, values))
  await insertOwn.run(tx, [randomUUID(), inserted.id, domain, now])
  return inserted
}

/** Ranks are stored by tracked domain, so a new domain starts a new history. */
export async function replaceOwnDomain(tx: Transaction, siteId: string, domain: string, now: Date): Promise<void> {
  const ended = await endOwn.rows(tx, [siteId, now])
  await deleteStates.run(tx, [ended.map(({ id }) => id)])
  await clearChecks.run(tx, [siteId])
  await insertOwn.run(tx, [randomUUID(), siteId, domain, now])
}

export async function updateSite(
  tx: Transaction,
  id: string,
  after: SiteSettings,
  { isMoved, paused, now }: { isMoved: boolean; paused: boolean | undefined; now: Date },
): Promise<SiteRecord> {
  const { name, domain, tags, description, country, language, autoAddPreference } = after
  const settings = [name, domain, tags, description, country, language, autoAddPreference]
  return only(await update.first(tx, [id, ...settings, isMoved, now, paused ?? null]))
}

/** Stores how deep the pages of a site are read. At another depth the next page of each keyword is read to its end. */
export async function updateDepth(
  tx: Transaction,
  id: string,
  { depth, smart }: { depth: number | null; smart: boolean | null },
  isOther: boolean,
): Promise<void> {
  await setDepth.run(tx, [id, depth, smart])
  if (isOther) await readWholeNext.run(tx, [id])
}

function found(row: SiteRecord | undefined): SiteRecord {
  if (!row) throw noSuchSite()
  return row
}

export function only<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('a statement that answers one row answered none')
  return row
}
