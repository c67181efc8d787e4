import type { PoolClient } from 'pg'
import type { KnownAccount } from '../facts/account-projection.ts'
import { text } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import type { Collects } from './collects.ts'

type Keeping = Pick<Collects, 'forget' | 'keepForGood'>
type SiteFact = { id: string; accountId: string; deletedAt: string | null }

const planOf = query({ plan: text }, 'SELECT plan FROM known.account WHERE id = $1')
const sitesOf = query(
  { id: text },
  'SELECT id FROM known.site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id',
)

/** A deleted site leaves nothing. A site that is no guest's keeps what was collected for a guest: it was claimed. */
export function siteChanged({ forget, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, accountId, deletedAt }: SiteFact): Promise<void> => {
    if (deletedAt !== null) return forget(client, `s:${id}`)
    const known = await planOf.first(client, [accountId])
    if (known && known.plan !== 'guest') await keepForGood(client, `s:${id}`)
  }
}

/** A closed account leaves nothing; a guest that became an account keeps what it has. */
export function accountChanged({ forget, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, plan, status }: KnownAccount): Promise<void> => {
    const sites = await sitesOf.rows(client, [id])
    const scopes = [`a:${id}`, ...sites.map((site) => `s:${site.id}`)]
    if (status === 'closed') for (const scope of scopes) await forget(client, scope)
    else if (plan !== 'guest') for (const scope of scopes) await keepForGood(client, scope)
  }
}
