import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { noSuchSite } from './site-store.ts'

export type SiteSettings = {
  name: string
  domain: string
  tags: string[]
  description: string | null
  country: string
  language: string
  autoAddPreference: string | null
}
export type SiteVersion = { id: string; version: string }

/** The settings of a live site, which stays as it is until the transaction ends. Throws `not_found`. */
export async function lockSite(client: PoolClient, accountId: string, id: string): Promise<SiteSettings> {
  const found = await client.query<SiteSettings>(
    `SELECT name, domain, tags, description, country, language, auto_add_preference AS "autoAddPreference"
     FROM site WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [id, accountId],
  )
  if (!found.rows[0]) throw noSuchSite()
  return found.rows[0]
}

export async function findTwin(
  client: PoolClient,
  accountId: string,
  { domain, name }: { domain: string; name: string },
): Promise<string | null> {
  const found = await client.query<{ id: string }>(
    'SELECT id FROM site WHERE account_id = $1 AND domain = $2 AND name = $3 AND deleted_at IS NULL',
    [accountId, domain, name],
  )
  return found.rows[0]?.id ?? null
}

export async function countSites(client: PoolClient, accountId: string): Promise<number> {
  const found = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM site WHERE account_id = $1 AND deleted_at IS NULL',
    [accountId],
  )
  return only(found.rows).n
}

export async function isCompetitor(client: PoolClient, siteId: string, domain: string): Promise<boolean> {
  const found = await client.query(
    `SELECT 1 FROM tracked_domain WHERE site_id = $1 AND domain = $2 AND kind = 'competitor' AND deleted_at IS NULL`,
    [siteId, domain],
  )
  return found.rowCount === 1
}

export async function insertSite(
  client: PoolClient,
  accountId: string,
  settings: SiteSettings,
  now: Date,
): Promise<SiteVersion> {
  const { name, domain, tags, description, country, language, autoAddPreference } = settings
  const inserted = await client.query<SiteVersion>(
    `INSERT INTO site (id, account_id, name, domain, tags, description, country, language, auto_add_preference, domain_since, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id, version`,
    [randomUUID(), accountId, name, domain, tags, description, country, language, autoAddPreference, now],
  )
  return only(inserted.rows)
}

export async function insertOwnDomain(client: PoolClient, siteId: string, domain: string, now: Date): Promise<void> {
  await client.query(`INSERT INTO tracked_domain (id, site_id, domain, kind, since) VALUES ($1, $2, $3, 'own', $4)`, [
    randomUUID(),
    siteId,
    domain,
    now,
  ])
}

/** Ranks are kept by tracked domain, so that a new one has a history of its own. */
export async function replaceOwnDomain(client: PoolClient, siteId: string, domain: string, now: Date): Promise<void> {
  const ended = await client.query<{ id: string }>(
    `UPDATE tracked_domain SET deleted_at = $2 WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL RETURNING id`,
    [siteId, now],
  )
  await client.query('DELETE FROM keyword_state WHERE domain_id = ANY($1)', [ended.rows.map((row) => row.id)])
  await client.query(
    `UPDATE keyword SET last_check_status = NULL, last_check_at = NULL, last_check_error = NULL WHERE site_id = $1 AND deleted_at IS NULL`,
    [siteId],
  )
  await insertOwnDomain(client, siteId, domain, now)
}

export async function updateSite(
  client: PoolClient,
  id: string,
  after: SiteSettings,
  { isMoved, paused, now }: { isMoved: boolean; paused: boolean | undefined; now: Date },
): Promise<SiteVersion> {
  const { name, domain, tags, description, country, language, autoAddPreference } = after
  const updated = await client.query<SiteVersion>(
    `UPDATE site SET name = $2, domain = $3, tags = $4, description = $5, country = $6, language = $7, auto_add_preference = $8,
       domain_since = CASE WHEN $9 THEN $10 ELSE domain_since END,
       checks_paused_at = CASE WHEN $11::boolean IS NULL THEN checks_paused_at WHEN $11 THEN coalesce(checks_paused_at, $10) END,
       version = version + 1
     WHERE id = $1 RETURNING id, version`,
    [id, name, domain, tags, description, country, language, autoAddPreference, isMoved, now, paused ?? null],
  )
  return only(updated.rows)
}

/** The row of a statement that always answers one. */
export function only<T>(rows: T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that answers one row answered none')
  return row
}
