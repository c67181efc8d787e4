import type { BrokenReason } from '@rts/shared/contract/rows/search-console'
import type { Database, Transaction } from '@rts/shared/service/transaction'

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

const columns = `account_id AS "accountId", google_sub AS "googleSub", email, refresh_sealed AS "refreshSealed", status,
  broken_reason AS "brokenReason", broken_at AS "brokenAt", connected_at AS "connectedAt", version`
const findSql = `SELECT ${columns} FROM google_grant WHERE account_id = $1`

export async function findGrant(db: Database, accountId: string): Promise<Grant | undefined> {
  return (await db.query<Grant>({ name: 'grant.find', text: findSql, values: [accountId] })).rows[0]
}

/** Connects an account, in the place of what it had; answers the version of the connection. */
export async function storeGrant(
  db: Database,
  { accountId, googleSub, email, refreshSealed, scope, connectedBy }: NewGrant,
  now: Date,
): Promise<string> {
  const connected = await db.query<{ version: string }>(
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
}

/** An account's active grant once no other transaction refreshes it. No row is locked. */
export async function lockRefresh(tx: Transaction, accountId: string): Promise<Grant | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('google ' || $1, 0))`, [accountId])
  return (await tx.query<Grant>(`${findSql} AND status = 'active'`, [accountId])).rows[0]
}

/** A grant was refreshed; `sealed` is another token in the place of its own, null for the same. */
export async function storeRefresh(tx: Transaction, grant: Grant, sealed: string | null, now: Date): Promise<void> {
  await tx.query(
    `UPDATE google_grant SET refreshed_at = $3, refresh_sealed = coalesce($4, refresh_sealed) WHERE account_id = $1 AND version = $2`,
    [grant.accountId, grant.version, now, sealed],
  )
}

/** Answers the version of the broken connection; undefined if it is broken, ended or connected anew already. */
export async function markBroken(
  tx: Transaction,
  { accountId, version }: Grant,
  reason: BrokenReason,
  now: Date,
): Promise<string | undefined> {
  const broken = await tx.query<{ version: string }>(
    `UPDATE google_grant SET status = 'broken', broken_reason = $3, broken_at = $4, version = nextval('google_grant_version_seq')
     WHERE account_id = $1 AND version = $2 AND status = 'active' RETURNING version`,
    [accountId, version, reason, now],
  )
  return broken.rows[0]?.version
}

/** Active grants that another key than `keyId` has sealed. */
export async function listSealedByOthers(db: Database, keyId: string): Promise<Grant[]> {
  const found = await db.query<Grant>(
    `SELECT ${columns} FROM google_grant WHERE status = 'active' AND NOT starts_with(refresh_sealed, $1) ORDER BY account_id LIMIT 500`,
    [`${keyId}.`],
  )
  return found.rows
}

/** The same token under another seal, unless it was replaced meanwhile. */
export async function storeReseal(db: Database, { accountId, refreshSealed }: Grant, sealed: string): Promise<void> {
  await db.query('UPDATE google_grant SET refresh_sealed = $3 WHERE account_id = $1 AND refresh_sealed = $2', [
    accountId,
    refreshSealed,
    sealed,
  ])
}

/** Deletes an account's connection with what was read through it; answers the connection, if there was one. */
export async function deleteGrant(
  tx: Transaction,
  accountId: string,
): Promise<Pick<Grant, 'googleSub' | 'refreshSealed' | 'status'> | undefined> {
  await tx.query('DELETE FROM oauth_state WHERE account_id = $1', [accountId])
  await tx.query('DELETE FROM search_reading WHERE site_id IN (SELECT id FROM site WHERE account_id = $1)', [accountId])
  await tx.query('UPDATE site SET search_property = NULL WHERE account_id = $1 AND search_property IS NOT NULL', [
    accountId,
  ])
  const deleted = await tx.query<Pick<Grant, 'googleSub' | 'refreshSealed' | 'status'>>(
    `DELETE FROM google_grant WHERE account_id = $1 RETURNING google_sub AS "googleSub", refresh_sealed AS "refreshSealed", status`,
    [accountId],
  )
  return deleted.rows[0]
}
