import type { Transaction } from '@rts/shared/service/transaction'

/** A use of a refresh token: its hash, and the salt of its successors. */
type Use = { used: Buffer; salt: Buffer }
/** `seconds` is what is left of the access token's life. */
export type Grant = {
  keyId: string
  clientId: string
  refresh: Buffer
  isCurrent: boolean
  seconds: number
  uses: Use[]
}
type NewGrant = { keyId: string; clientId: string; family: Buffer; refresh: Buffer }
type Rotation = {
  keyId: string
  /** Of the new access token. */
  hash: Buffer
  start: string
  lifeSeconds: number
  /** Of the new refresh token. */
  refresh: Buffer
}

export async function insertGrant(tx: Transaction, { keyId, clientId, family, refresh }: NewGrant): Promise<void> {
  await tx.query('INSERT INTO key_grant (key_id, client_id, family, refresh) VALUES ($1, $2, $3, $4)', [
    keyId,
    clientId,
    family,
    refresh,
  ])
}

/**
 * The grant of a refresh token with its uses of the last seconds. It is locked with its key, so that the second of two uses, and a
 * use after a revocation, are seen.
 */
export async function lockGrant(
  tx: Transaction,
  { family, secret }: { family: Buffer; secret: Buffer },
  repeatSeconds: number,
  at?: Date,
): Promise<Grant | undefined> {
  const found = await tx.query<Omit<Grant, 'uses'>>(
    `SELECT g.key_id AS "keyId", g.client_id AS "clientId", g.refresh, g.refresh = $2 AS "isCurrent",
       greatest(0, floor(extract(epoch FROM k.expires_at - clock_timestamp())))::int AS seconds
     FROM key_grant g JOIN api_key k ON k.id = g.key_id JOIN account a ON a.id = k.account_id
     WHERE g.family = $1 AND k.revoked_at IS NULL AND a.status = 'active' FOR NO KEY UPDATE OF g, k`,
    [family, secret],
  )
  const [grant] = found.rows
  if (!grant) return undefined
  // Only under the lock: a use that this one waited for counts.
  const uses = await tx.query<Use>(
    `SELECT used, salt FROM grant_use
     WHERE key_id = $1 AND used_at > coalesce($2, clock_timestamp()) - $3 * interval '1 second'`,
    [grant.keyId, at ?? null, repeatSeconds],
  )
  return { ...grant, uses: uses.rows }
}

/** Replaces both tokens of a grant: the old access ends at once. */
export async function replaceTokens(
  tx: Transaction,
  { keyId, hash, start, lifeSeconds, refresh }: Rotation,
): Promise<void> {
  await tx.query(
    `UPDATE api_key SET hash = $2, start = $3, expires_at = clock_timestamp() + $4 * interval '1 second' WHERE id = $1`,
    [keyId, hash, start, lifeSeconds],
  )
  await tx.query('UPDATE key_grant SET refresh = $2 WHERE key_id = $1', [keyId, refresh])
}

/** Keeps the salt of a use for these seconds; older ones are deleted. */
export async function insertUse(
  tx: Transaction,
  keyId: string,
  { used, salt }: Use,
  repeatSeconds: number,
  at?: Date,
): Promise<void> {
  await tx.query(
    `WITH forgotten AS (
       DELETE FROM grant_use WHERE (key_id, used) IN (
         SELECT key_id, used FROM grant_use WHERE used_at <= clock_timestamp() - $5 * interval '1 second'
         FOR UPDATE SKIP LOCKED
       )
     )
     INSERT INTO grant_use (key_id, used, salt, used_at) VALUES ($1, $2, $3, coalesce($4, clock_timestamp()))`,
    [keyId, used, salt, at ?? null, repeatSeconds],
  )
}

/** The keys of a client that this token belongs to, read as a refresh token's family or as an access token. */
export async function keysOfToken(
  tx: Transaction,
  { family, access, clientId }: { family: Buffer; access: Buffer; clientId: string },
): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT k.id FROM api_key k JOIN key_grant g ON g.key_id = k.id
     WHERE (g.family = $1 OR k.hash = $2) AND g.client_id = $3 AND k.revoked_at IS NULL`,
    [family, access, clientId],
  )
  return found.rows.map(({ id }) => id)
}
