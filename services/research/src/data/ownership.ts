import type { KnownAccount } from '@rts/shared/facts/account-projection'
import type { Pool, PoolClient } from 'pg'

/** What can be done with all that a reader has, in the transaction that takes a fact. */
export type Keeping = {
  forget(client: PoolClient, scope: string): Promise<void>
  keepForGood(client: PoolClient, scope: string): Promise<void>
}
type SiteFact = { id: string; accountId: string; deletedAt: string | null }

/** A site that was deleted leaves nothing. One that a person has keeps what was collected for a guest: it was claimed. */
export function siteChanged({ forget, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, accountId, deletedAt }: SiteFact): Promise<void> => {
    if (deletedAt !== null) return forget(client, `s:${id}`)
    const plan = await planOf(client, accountId)
    if (plan !== null && plan !== 'guest') await keepForGood(client, `s:${id}`)
  }
}

/** The same for all that an account has: a closed one leaves nothing, a guest that became an account keeps what it has. */
export function accountChanged({ forget, keepForGood }: Keeping) {
  return async (client: PoolClient, { id, plan, status }: KnownAccount): Promise<void> => {
    const scopes = [`a:${id}`, ...(await sitesOf(client, id)).map((siteId) => `s:${siteId}`)]
    if (status === 'closed') for (const scope of scopes) await forget(client, scope)
    else if (plan !== 'guest') for (const scope of scopes) await keepForGood(client, scope)
  }
}

/** The account that has a site; null once it is deleted. */
export async function ownerOf(pool: Pool, siteId: string): Promise<string | null> {
  const found = await pool.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM known.site WHERE id = $1 AND deleted_at IS NULL',
    [siteId],
  )
  return found.rows[0]?.accountId ?? null
}

/** The live sites of an account, as far as facts have told. */
async function sitesOf(client: PoolClient, accountId: string): Promise<string[]> {
  const found = await client.query<{ id: string }>(
    'SELECT id FROM known.site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id',
    [accountId],
  )
  return found.rows.map(({ id }) => id)
}

/** The plan of an account; null while no fact has told it. */
async function planOf(client: PoolClient, accountId: string): Promise<string | null> {
  const found = await client.query<{ plan: string }>('SELECT plan FROM known.account WHERE id = $1', [accountId])
  return found.rows[0]?.plan ?? null
}
