import type { PoolClient } from 'pg'
import type { KnownAccount } from '../facts/account-projection.ts'
import type { Endings } from '../facts/endings.ts'
import type { SiteChange } from '../facts/site-projection.ts'
import { text } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import type { Collects } from './collects.ts'

type Keeping = Pick<Collects, 'keepForGood'> & Pick<Endings, 'end'>
type Resting = Pick<Collects, 'suspendRuns' | 'resumeRuns'>

const planOf = query({ plan: text }, 'SELECT plan FROM known.account WHERE id = $1')
const sitesOf = query(
  { id: text },
  'SELECT id FROM known.site WHERE account_id = $1 AND (deleted_at IS NULL OR in_trash) ORDER BY id',
)

/**
 * Ends the data of an ended site; pauses that of a resting one. Readings of any plan but guest stay: a person may have claimed the site.
 */
export function siteChanged(
  { end, keepForGood, suspendRuns, resumeRuns }: Keeping & Resting,
  restored: (client: PoolClient, siteId: string) => Promise<void> = async () => {},
) {
  return async (client: PoolClient, { id, accountId, state, isRestored }: SiteChange): Promise<void> => {
    if (state === 'ended') return end(client, [`s:${id}`])
    if (state === 'resting') return suspendRuns(client, `s:${id}`)
    if (isRestored) {
      await resumeRuns(client, `s:${id}`)
      await restored(client, id)
    }
    const known = await planOf.first(client, [accountId])
    if (known && known.plan !== 'guest') await keepForGood(client, `s:${id}`)
  }
}

/** Ends the data of a closed account. Readings of any plan but guest stay: a guest may have become it. */
export function accountChanged({ end, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, plan, status }: KnownAccount): Promise<void> => {
    const sites = await sitesOf.rows(client, [id])
    const scopes = [`a:${id}`, ...sites.map((site) => `s:${site.id}`)]
    if (status === 'closed') await end(client, scopes)
    else if (plan !== 'guest') for (const scope of scopes) await keepForGood(client, scope)
  }
}
