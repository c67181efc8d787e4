import { writeFact } from '@rts/shared/facts/write'
import type { PoolClient } from 'pg'
import type { WrittenSite } from './site-records.ts'

/** What others are told of a site. */
export type ToldSite = Pick<
  WrittenSite,
  'id' | 'version' | 'accountId' | 'name' | 'domain' | 'country' | 'language' | 'createdAt'
>

/** Tells the other services what a site is now, in the transaction that made it so. */
export function tellSite(client: PoolClient, site: ToldSite): Promise<void> {
  return tell(client, 'site.changed', site, null)
}

/** Tells them that it is deleted. */
export function tellEnd(client: PoolClient, site: ToldSite, deletedAt: Date): Promise<void> {
  return tell(client, 'site.deleted', site, deletedAt.toISOString())
}

async function tell(
  client: PoolClient,
  type: 'site.changed' | 'site.deleted',
  { id, version, accountId, name, domain, country, language, createdAt }: ToldSite,
  deletedAt: string | null,
): Promise<void> {
  const state = { id, accountId, name, domain, country, language, createdAt: createdAt.toISOString(), deletedAt }
  await writeFact(client, { type, aggregate: `site:${id}`, version: Number(version), state })
}
