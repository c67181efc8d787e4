import { randomUUID } from 'node:crypto'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import type { TokenVault } from './vault.ts'

/** A token that Google is to revoke. */
export type Farewell = { id: string; googleSub: string; tokenSealed: string }
export type FarewellStore = ReturnType<typeof createFarewellStore>

const mostTries = 5

/** Ends connections, and remembers what Google is still to be told. */
export function createFarewellStore(pool: Pool, vault: TokenVault) {
  /** Ends an account's connection in a transaction of the caller's; answers whether there was one. */
  async function end(client: PoolClient, accountId: string, now: Date): Promise<boolean> {
    await client.query('DELETE FROM oauth_state WHERE account_id = $1', [accountId])
    await client.query('DELETE FROM search_reading WHERE site_id IN (SELECT id FROM site WHERE account_id = $1)', [
      accountId,
    ])
    await client.query('UPDATE site SET search_property = NULL WHERE account_id = $1 AND search_property IS NOT NULL', [
      accountId,
    ])
    const ended = await client.query<{ googleSub: string; refreshSealed: string; status: string }>(
      `DELETE FROM google_grant WHERE account_id = $1 RETURNING google_sub AS "googleSub", refresh_sealed AS "refreshSealed", status`,
      [accountId],
    )
    const [grant] = ended.rows
    if (!grant) return false
    const id = randomUUID()
    // Google has forgotten the token of a broken grant already.
    const token = grant.status === 'active' ? vault.open('grant', accountId, grant.refreshSealed) : null
    if (token !== null) {
      const values = [id, grant.googleSub, vault.seal('farewell', id, token), now]
      await client.query(
        'INSERT INTO google_farewell (id, google_sub, token_sealed, next_at) VALUES ($1, $2, $3, $4)',
        values,
      )
    }
    return true
  }

  return {
    end,
    endNow: (accountId: string, now: Date): Promise<boolean> =>
      inTransaction(pool, (client) => end(client, accountId, now)),

    /**
     * The next token to revoke, not to be taken again for a minute. Where somebody has connected the same Google account meanwhile
     * or elsewhere here, nothing is revoked: Google would end that connection too.
     */
    async take(now: Date): Promise<Farewell | undefined> {
      await pool.query(
        `DELETE FROM google_farewell f WHERE tries >= $1
           OR EXISTS (SELECT 1 FROM google_grant g WHERE g.google_sub = f.google_sub AND g.status = 'active')`,
        [mostTries],
      )
      const taken = await pool.query<Farewell>(
        `UPDATE google_farewell SET tries = tries + 1, next_at = $1::timestamptz + interval '1 minute' * (tries + 1)
         WHERE id = (SELECT id FROM google_farewell WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, google_sub AS "googleSub", token_sealed AS "tokenSealed"`,
        [now],
      )
      return taken.rows[0]
    },

    async done({ id }: Farewell): Promise<void> {
      await pool.query('DELETE FROM google_farewell WHERE id = $1', [id])
    },
  }
}
