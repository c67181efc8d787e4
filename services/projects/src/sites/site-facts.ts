import { writeFact } from '@rts/shared/facts/write'
import type { Transaction } from '@rts/shared/service/transaction'
import type { SiteRecord } from './sites.sql.ts'

/** Writes the fact of a new or changed site for the other services, in the transaction of the change. */
export function writeSiteChanged(tx: Transaction, site: SiteRecord): Promise<void> {
  return write(tx, 'site.changed', site, null)
}

/** Writes the fact of a deleted site. */
export function writeSiteDeleted(tx: Transaction, site: SiteRecord, deletedAt: Date): Promise<void> {
  return write(tx, 'site.deleted', site, deletedAt.toISOString())
}

async function write(
  tx: Transaction,
  type: 'site.changed' | 'site.deleted',
  { id, version, accountId, name, domain, country, language, createdAt }: SiteRecord,
  deletedAt: string | null,
): Promise<void> {
  const state = { id, accountId, name, domain, country, language, createdAt: createdAt.toISOString(), deletedAt }
  await writeFact(tx, { type, aggregate: `site:${id}`, version: Number(version), state })
}
