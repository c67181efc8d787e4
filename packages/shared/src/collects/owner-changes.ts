import type { PoolClient } from 'pg'
import type { KnownAccount } from '../facts/account-projection.ts'
import type { Endings } from '../facts/endings.ts'
import { text } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import type { Collects } from './collects.ts'

type Keeping = Pick<Collects, 'keepForGood'> & Pick<Endings, 'end'>
type SiteFact = { id: string; accountId: string; deletedAt: string | null }

const planOf = query({ plan: text }, 'SELECT plan FROM known.account WHERE id = $1')
const sitesOf = query(
  { id: text },
  'SELECT id FROM known.site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id',
)

/** Ends the data of a deleted site. A site of any plan but guest keeps its readings for good: a person may have claimed it. */
export function siteChanged({ end, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, accountId, deletedAt }: SiteFact): Promise<void> => {
    if (deletedAt !== null) return end(client, [`s:${id}`])
    const known = await planOf.first(client, [accountId])
    if (known && known.plan !== 'guest') await keepForGood(client, `s:${id}`)
  }
}

/** Ends the data of a closed account. An account of any plan but guest keeps its readings for good: a guest may have become it. */
export function accountChanged({ end, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, plan, status }: KnownAccount): Promise<void> => {
    const sites = await sitesOf.rows(client, [id])
    const scopes = [`a:${id}`, ...sites.map((site) => `s:${site.id}`)]
    if (status === 'closed') await end(client, scopes)
    else if (plan !== 'guest') for (const scope of scopes) await keepForGood(client, scope)
  }
}
