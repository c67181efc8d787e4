import { writeFact } from '@rts/shared/facts/write'
import type { PoolClient } from 'pg'
import type { WrittenSite } from './site-changes.sql.ts'

/** The site in a fact. */
export type ToldSite = Pick<
  WrittenSite,
  'id' | 'version' | 'accountId' | 'name' | 'domain' | 'country' | 'language' | 'createdAt'
>

/** Writes the fact of a new or changed site for the other services, in the transaction of the change. */
export function tellSite(client: PoolClient, site: ToldSite): Promise<void> {
  return tell(client, 'site.changed', site, null)
}

/** Writes the fact of a deleted site. */
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
