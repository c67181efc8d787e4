import { writeFact } from '@rts/shared/facts/write'
import type { Transaction } from '@rts/shared/service/transaction'
import type { SiteRecord } from './sites.sql.ts'

export function writeSiteChanged(tx: Transaction, site: SiteRecord): Promise<void> {
  return write(tx, 'site.changed', site)
}

/** The site is in the trash: `site.changed` brings it back. */
export function writeSiteTrashed(tx: Transaction, site: SiteRecord): Promise<void> {
  return write(tx, 'site.trashed', site)
}

/** The site is deleted for good. */
export function writeSiteDeleted(tx: Transaction, site: SiteRecord): Promise<void> {
  return write(tx, 'site.deleted', site)
}

async function write(
  tx: Transaction,
  type: 'site.changed' | 'site.trashed' | 'site.deleted',
  { id, version, accountId, name, domain, country, language, frozen, ...times }: SiteRecord,
): Promise<void> {
  const createdAt = times.createdAt.toISOString()
  const deletedAt = times.deletedAt?.toISOString() ?? null
  const state = { id, accountId, name, domain, country, language, createdAt, deletedAt, frozen }
  await writeFact(tx, { type, aggregate: `site:${id}`, version: Number(version), state })
}
