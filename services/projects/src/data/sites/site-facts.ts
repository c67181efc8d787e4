import { writeFact } from '@rts/shared/facts/write'
import type { PoolClient } from 'pg'
import type { SiteVersion } from './site-records.ts'

export type SiteIdentity = { accountId: string; domain: string; country: string; language: string }

/** Tells the other services what a site is now, in the transaction that made it so. */
export async function tellSite(
  client: PoolClient,
  { id, version }: SiteVersion,
  { accountId, domain, country, language }: SiteIdentity,
  deletedAt: Date | null,
): Promise<void> {
  const state = { id, accountId, domain, country, language, deletedAt: deletedAt?.toISOString() ?? null }
  const type = deletedAt ? 'site.deleted' : 'site.changed'
  await writeFact(client, { type, aggregate: `site:${id}`, version: Number(version), state })
}
