import type { Database } from '@rts/shared/service/transaction'

/** The person at Google, in their session. */
export type Traveller = { accountId: string; personId: string; sessionHash: string }
export type Begun = { siteId: string | null; verifierSealed: string }

const mostOpen = 10

/** Stores a consent that has begun, by the hash of its state; deletes those that are over, or too many of the account. */
export async function insertState(
  db: Database,
  hash: string,
  { accountId, personId, sessionHash, siteId, verifierSealed }: Traveller & Begun,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db.query('DELETE FROM oauth_state WHERE expires_at < $1', [now])
  await db.query(
    `DELETE FROM oauth_state WHERE hash IN (SELECT hash FROM oauth_state WHERE account_id = $1 ORDER BY expires_at DESC OFFSET $2)`,
    [accountId, mostOpen - 1],
  )
  await db.query(
    `INSERT INTO oauth_state (hash, account_id, person_id, session_hash, site_id, verifier_sealed, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [hash, accountId, personId, sessionHash, siteId, verifierSealed, until],
  )
}

/** The same person, in the same session, gets a consent once and in time. No other try consumes it. */
export async function consumeState(
  db: Database,
  hash: string,
  { accountId, personId, sessionHash }: Traveller,
  now: Date,
): Promise<Begun | undefined> {
  const consumed = await db.query<Begun>(
    `DELETE FROM oauth_state WHERE hash = $1 AND account_id = $2 AND person_id = $3 AND session_hash = $4 AND expires_at > $5
     RETURNING site_id AS "siteId", verifier_sealed AS "verifierSealed"`,
    [hash, accountId, personId, sessionHash, now],
  )
  return consumed.rows[0]
}
