import { writeFact } from '@rts/shared/service/outbox'
import type { PoolClient } from 'pg'
import type { SiteVersion } from './site-records.ts'

export type SiteIdentity = { accountId: string; domain: string; country: string; language: string }

/** Tells the other services what a site is now, in the transaction that made it so. */
export async function tellSite(
  client: PoolClient,
  { id, version }: SiteVersion,
  { accountId, domain, country, language }: SiteIdentity,
  { deletedAt, disabledServices }: { deletedAt: Date | null; disabledServices: readonly string[] },
): Promise<void> {
  const state = { id, accountId, domain, country, language, deletedAt: deletedAt?.toISOString() ?? null }
  const type = deletedAt ? 'site.deleted' : 'site.changed'
  await writeFact(client, { type, aggregate: id, version: Number(version), state }, disabledServices)
}
