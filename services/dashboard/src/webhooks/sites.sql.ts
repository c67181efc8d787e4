import type { Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const watched = { accountId: text, name: text, domain: text }
/** A site that has endpoints. */
export type WatchedSite = { id: string; accountId: string; name: string; domain: string }

const siteName = query({ name: text }, 'SELECT name FROM known.site WHERE id = $1 AND account_id = $2')
const siteWithEndpoints = query(
  watched,
  `SELECT account_id AS "accountId", name, domain FROM known.site s WHERE id = $1 AND deleted_at IS NULL AND NOT frozen
     AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.site_id = s.id AND e.account_id = s.account_id)`,
)

export async function findSiteName(tx: Transaction, { siteId, accountId }: { siteId: string; accountId: string }) {
  return (await siteName.first(tx, [siteId, accountId]))?.name
}

/** A live site, by a fact about it; undefined where it has no endpoint, or is frozen. */
export async function findWatched(tx: Transaction, id: string): Promise<WatchedSite | undefined> {
  const found = await siteWithEndpoints.first(tx, [id])
  return found && { id, ...found }
}
