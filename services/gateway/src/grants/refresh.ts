import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { hashOfKey, startOfKey } from '../keys/rules/key-format.ts'
import { accessSeconds, type RefreshToken, repeatSeconds, successorsOf, textOfRefreshToken } from './rules/tokens.ts'

/** `seconds` is what is left of the access token's life. */
export type Tokens = { access: string; refresh: string; seconds: number }
type Use = { used: Buffer; salt: Buffer }
type Grant = { keyId: string; clientId: string; refresh: Buffer; isCurrent: boolean; seconds: number; uses: Use[] }

/** The grant of a refresh token, locked with its key, so that the second of two uses, and a use after a revocation, are seen. */
export async function lockGrant(client: PoolClient, token: RefreshToken, at?: Date): Promise<Grant | undefined> {
  const found = await client.query<Omit<Grant, 'uses'>>(
    `SELECT g.key_id AS "keyId", g.client_id AS "clientId", g.refresh, g.refresh = $2 AS "isCurrent",
       greatest(0, floor(extract(epoch FROM k.expires_at - clock_timestamp())))::int AS seconds
     FROM key_grant g JOIN api_key k ON k.id = g.key_id JOIN account a ON a.id = k.account_id
     WHERE g.family = $1 AND k.revoked_at IS NULL AND a.status = 'active' FOR NO KEY UPDATE OF g, k`,
    [hashOfKey(token.family), hashOfKey(token.secret)],
  )
  const [grant] = found.rows
  if (!grant) return undefined
  // Only under the lock: a use that this one waited for counts.
  const uses = await client.query<Use>(
    `SELECT used, salt FROM grant_use
     WHERE key_id = $1 AND used_at > coalesce($2, clock_timestamp()) - $3 * interval '1 second'`,
    [grant.keyId, at ?? null, repeatSeconds],
  )
  return { ...grant, uses: uses.rows }
}

/** The grant's tokens of now, by its uses of the last minute; undefined where the token's own use is longer ago. */
export function tokensAgain(token: RefreshToken, { refresh: current, seconds, uses }: Grant): Tokens | undefined {
  const salts = new Map(uses.map(({ used, salt }) => [used.toString('hex'), salt]))
  let last = token
  for (let step = 0; step < uses.length; step++) {
    const salt = salts.get(hashOfKey(last.secret).toString('hex'))
    if (!salt) return undefined
    const { access, refresh } = successorsOf(last, salt)
    if (hashOfKey(refresh.secret).equals(current)) return { access, refresh: textOfRefreshToken(refresh), seconds }
    last = refresh
  }
  return undefined
}

/** Replaces both tokens of a grant: the old access ends at once. The salt is kept as long as the use may be repeated. */
export async function rotate(client: PoolClient, keyId: string, used: RefreshToken, at?: Date): Promise<Tokens> {
  const salt = randomBytes(32)
  const { access, refresh } = successorsOf(used, salt)
  await client.query(
    `UPDATE api_key SET hash = $2, start = $3, expires_at = clock_timestamp() + $4 * interval '1 second' WHERE id = $1`,
    [keyId, hashOfKey(access), startOfKey(access), accessSeconds],
  )
  await client.query('UPDATE key_grant SET refresh = $2 WHERE key_id = $1', [keyId, hashOfKey(refresh.secret)])
  await client.query(
    `WITH forgotten AS (
       DELETE FROM grant_use WHERE (key_id, used) IN (
         SELECT key_id, used FROM grant_use WHERE used_at <= clock_timestamp() - $5 * interval '1 second'
         FOR UPDATE SKIP LOCKED
       )
     )
     INSERT INTO grant_use (key_id, used, salt, used_at) VALUES ($1, $2, $3, coalesce($4, clock_timestamp()))`,
    [keyId, hashOfKey(used.secret), salt, at ?? null, repeatSeconds],
  )
  return { access, refresh: textOfRefreshToken(refresh), seconds: accessSeconds }
}
