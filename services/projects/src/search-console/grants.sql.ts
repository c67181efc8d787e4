import type { BrokenReason } from '@rts/shared/contract/rows/search-console'
import { writeFact } from '@rts/shared/facts/write'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'

/** An account's connection; `version` is another one after each change of it. */
export type Grant = {
  accountId: string
  googleSub: string
  email: string
  refreshSealed: string
  status: 'active' | 'broken'
  brokenReason: BrokenReason | null
  brokenAt: Date | null
  connectedAt: Date
  version: string
}
export type NewGrant = Pick<Grant, 'accountId' | 'googleSub' | 'email' | 'refreshSealed'> & {
  scope: string
  connectedBy: string
}
/** What is to become of a grant that was refreshed. */
export type Refresh<T> = { answer: T } & (
  | { state: 'kept' }
  | { state: 'resealed'; refreshSealed: string }
  | { state: 'broken'; reason: BrokenReason }
)
export type GrantStore = ReturnType<typeof createGrantStore>

const columns = `account_id AS "accountId", google_sub AS "googleSub", email, refresh_sealed AS "refreshSealed", status,
  broken_reason AS "brokenReason", broken_at AS "brokenAt", connected_at AS "connectedAt", version`
const findSql = `SELECT ${columns} FROM google_grant WHERE account_id = $1`

/** The connections of accounts. What is sealed comes and goes sealed. */
export function createGrantStore(pool: Pool) {
  return {
    async find(accountId: string): Promise<Grant | undefined> {
      const found = await pool.query<Grant>({ name: 'grant.find', text: findSql, values: [accountId] })
      return found.rows[0]
    },

    /** Connects an account, in the place of what it had; answers the version of the connection. */
    async connect(
      { accountId, googleSub, email, refreshSealed, scope, connectedBy }: NewGrant,
      now: Date,
    ): Promise<string> {
      const connected = await pool.query<{ version: string }>(
        `INSERT INTO google_grant (account_id, google_sub, email, refresh_sealed, scope, connected_by, connected_at, refreshed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
         ON CONFLICT (account_id) DO UPDATE SET google_sub = excluded.google_sub, email = excluded.email,
           refresh_sealed = excluded.refresh_sealed, scope = excluded.scope, connected_by = excluded.connected_by,
           connected_at = excluded.connected_at, refreshed_at = excluded.refreshed_at, status = 'active', broken_reason = NULL,
           broken_at = NULL, version = nextval('google_grant_version_seq') RETURNING version`,
        [accountId, googleSub, email, refreshSealed, scope, connectedBy, now],
      )
      const [row] = connected.rows
      if (!row) throw new Error('an upsert answers its row')
      return row.version
    },

    /**
     * Refreshes an account's grant, one at a time over all replicas: `work` gets the grant as it is once it is alone, undefined if
     * it is not active any more, and says what becomes of it. No row is locked while Google is asked.
     */
    refresh<T>(
      accountId: string,
      now: () => Date,
      work: (grant: Grant | undefined) => Promise<Refresh<T>>,
    ): Promise<T> {
      return inTransaction(pool, async (client) => {
        await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('google ' || $1, 0))`, [accountId])
        const found = await client.query<Grant>(`${findSql} AND status = 'active'`, [accountId])
        const grant = found.rows[0]
        const done = await work(grant)
        if (grant) await settle(client, grant, done, now())
        return done.answer
      })
    },

    /** Ends a connection that cannot be used any more. */
    break: (grant: Grant, reason: BrokenReason, now: Date): Promise<void> =>
      inTransaction(pool, (client) => breakGrant(client, grant, reason, now)),

    /** Active grants that another key than `keyId` has sealed. */
    async sealedByOthers(keyId: string): Promise<Grant[]> {
      const found = await pool.query<Grant>(
        `SELECT ${columns} FROM google_grant WHERE status = 'active' AND NOT starts_with(refresh_sealed, $1) ORDER BY account_id LIMIT 500`,
        [`${keyId}.`],
      )
      return found.rows
    },

    /** The same token under another seal, unless it was replaced meanwhile. */
    async reseal({ accountId, refreshSealed }: Grant, sealed: string): Promise<void> {
      await pool.query('UPDATE google_grant SET refresh_sealed = $3 WHERE account_id = $1 AND refresh_sealed = $2', [
        accountId,
        refreshSealed,
        sealed,
      ])
    },
  }
}

async function settle(client: PoolClient, grant: Grant, done: Refresh<unknown>, now: Date): Promise<void> {
  if (done.state === 'broken') return breakGrant(client, grant, done.reason, now)
  const sealed = done.state === 'resealed' ? done.refreshSealed : null
  await client.query(
    `UPDATE google_grant SET refreshed_at = $3, refresh_sealed = coalesce($4, refresh_sealed) WHERE account_id = $1 AND version = $2`,
    [grant.accountId, grant.version, now, sealed],
  )
}

/** The owner hears of it once: whoever comes second finds it broken, ended or connected anew. */
async function breakGrant(client: PoolClient, grant: Grant, reason: BrokenReason, now: Date): Promise<void> {
  const { accountId, email } = grant
  const broken = await client.query<{ version: string }>(
    `UPDATE google_grant SET status = 'broken', broken_reason = $3, broken_at = $4, version = nextval('google_grant_version_seq')
     WHERE account_id = $1 AND version = $2 AND status = 'active' RETURNING version`,
    [accountId, grant.version, reason, now],
  )
  const [row] = broken.rows
  if (!row) return
  await writeFact(client, {
    ...{ type: 'searchConsole.broken', aggregate: `searchConsole:${accountId}`, version: Number(row.version) },
    state: { accountId, email, reason, at: now.toISOString() },
  })
}
