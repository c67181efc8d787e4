import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { PoolClient } from 'pg'
import { audit } from '../accounts/audit.ts'
import { maxLastingKeys, maxServerKeys } from '../http/common/limits.ts'
import { generateKey, hashOfKey, type KeyKind, startOfKey } from './rules/key-format.ts'

export type LastingKind = Exclude<KeyKind, 'guest'>
const maxKeys: Readonly<Record<LastingKind, number>> = { server: maxServerKeys, lasting: maxLastingKeys }

export type NewKey = {
  accountId: string
  name: string
  kind: LastingKind
  siteId?: string | null
  /** Without it the key lasts. */
  seconds?: number
  /** The client that a person connected. */
  client?: string
}

/** Throws `conflict` if a locked account has as many keys of a kind as it may have. */
export async function requireRoom(client: PoolClient, accountId: string, kind: LastingKind): Promise<void> {
  const open = 'SELECT count(*)::int AS count FROM api_key WHERE account_id = $1 AND kind = $2 AND revoked_at IS NULL'
  const held = await client.query<{ count: number }>(open, [accountId, kind])
  if ((held.rows[0]?.count ?? 0) < maxKeys[kind]) return
  throw new AppError('conflict', `An account has at most ${maxKeys[kind]} ${kind} keys; revoke one first`)
}

/** Stores a key of a locked account; answers it in full, only this once. Throws `conflict` at the limit. */
export async function insertKey(client: PoolClient, key: NewKey, by: string): Promise<{ id: string; secret: string }> {
  const { accountId, name, kind, siteId = null, seconds = null } = key
  await requireRoom(client, accountId, kind)
  const id = randomUUID()
  const secret = generateKey(kind)
  const start = startOfKey(secret)
  await client.query(
    `INSERT INTO api_key (id, account_id, kind, name, hash, start, site_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 second')`,
    [id, accountId, kind, name, hashOfKey(secret), start, siteId, seconds],
  )
  await client.query('INSERT INTO key_minute (key_id) VALUES ($1)', [id])
  const detail = { kind, start, ...(key.client === undefined ? {} : { client: key.client }) }
  await audit(client, { action: 'key.created', accountId, keyId: id, actor: by, detail })
  return { id, secret }
}

type Revocation = { by: string; reason: string; accountId?: string | null }

/** Applies to every request admitted after the commit. A repeat keeps the first time. False if no such key is the account's, or anybody's. */
export async function revokeKey(client: PoolClient, keyId: string, revocation: Revocation): Promise<boolean> {
  const { by, reason, accountId: only = null } = revocation
  const revoked = await client.query<{ accountId: string }>(
    `UPDATE api_key SET revoked_at = coalesce(revoked_at, clock_timestamp())
     WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) RETURNING account_id AS "accountId"`,
    [keyId, only],
  )
  const accountId = revoked.rows[0]?.accountId
  if (accountId === undefined) return false
  await audit(client, { action: 'key.revoked', accountId, keyId, actor: by, detail: { reason } })
  return true
}
