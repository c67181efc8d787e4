import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { ClaimKey } from './guests.sql.ts'

/** An open claim: the guest's account and the account that gets the site, which is the same for an upgrade in place. */
export type OpenClaim = { id: string; guestAccountId: string; accountId: string; plan: Plan; isRepeat: boolean }
export type Claimed = { accountId: string; keyId: string | null }
/** An account, or a person without one: known by their address, or, if they are signed in, by their name in the log. */
export type Claimer = { accountId: string } | { email: string; by: string }

export async function insertClaim(
  tx: Transaction,
  guestId: string,
  { accountId, key, by }: { accountId: string; key: ClaimKey; by: string },
): Promise<void> {
  await tx.query(
    `UPDATE guest SET status = 'claiming', claimed_by = $2, claim_key = $3, claim_actor = $4, claim_since = clock_timestamp() WHERE id = $1`,
    [guestId, accountId, key, by],
  )
}

/** Ends a claim that moved nothing: the guest is active again and its links work, unless another claim has begun. */
export async function releaseClaim(db: Database, { id, accountId }: OpenClaim): Promise<void> {
  await db.query(
    `UPDATE guest SET status = 'active', claimed_by = NULL, claim_key = NULL, claim_actor = NULL, claim_since = NULL
     WHERE id = $1 AND status = 'claiming' AND claimed_by = $2`,
    [id, accountId],
  )
}

/** Ends a claim and forgets the guest's address; answers when. */
export async function updateToClaimed(tx: Transaction, id: string, claimedBy: string): Promise<Date | undefined> {
  const closed = await tx.query<{ at: Date }>(
    `UPDATE guest SET status = 'claimed', claimed_by = $2, closed_at = clock_timestamp(), seen_from = NULL WHERE id = $1 RETURNING closed_at AS at`,
    [id, claimedBy],
  )
  return closed.rows[0]?.at
}

/** The finished claim of this claimer by this link, for a repeat whose first answer was lost. */
export async function findFinished(
  db: Database,
  linkHash: Buffer,
  claimer: Claimer,
): Promise<(OpenClaim & Claimed) | undefined> {
  const [own, ...values] =
    'email' in claimer
      ? [
          `g.claimed_by = g.account_id AND (a.email = $2 OR (g.claim_actor = $3 AND $3 LIKE 'person:%'))`,
          claimer.email.toLowerCase(),
          claimer.by,
        ]
      : ['g.claimed_by = $2', claimer.accountId]
  const found = await db.query<OpenClaim & Claimed>(
    `SELECT g.id, g.account_id AS "guestAccountId", a.id AS "accountId", a.plan, true AS "isRepeat", k.id AS "keyId"
     FROM guest_link l JOIN guest g ON g.id = l.guest_id JOIN account a ON a.id = g.claimed_by
     LEFT JOIN api_key k ON k.id = g.used_key_id AND k.kind = 'lasting'
     WHERE l.hash = $1 AND g.status = 'claimed' AND a.status = 'active' AND ${own}`,
    [linkHash, ...values],
  )
  return found.rows[0]
}

/** Claims that have had no outcome for a minute. */
export async function listUnfinished(db: Database): Promise<OpenClaim[]> {
  const found = await db.query<OpenClaim>(
    `SELECT g.id, g.account_id AS "guestAccountId", a.id AS "accountId", a.plan, true AS "isRepeat" FROM guest g JOIN account a ON a.id = g.claimed_by
     WHERE g.status = 'claiming' AND g.claim_since < clock_timestamp() - interval '1 minute' ORDER BY g.claim_since LIMIT 100`,
  )
  return found.rows
}

/** The token that a guest used, or its latest one, locked. */
export async function lockToken(
  tx: Transaction,
  accountId: string,
  usedKeyId: string | null,
): Promise<string | undefined> {
  const held = await tx.query<{ id: string }>(
    `SELECT id FROM api_key WHERE account_id = $1 AND kind = 'guest' AND revoked_at IS NULL ORDER BY id = $2 DESC, created_at DESC LIMIT 1 FOR UPDATE`,
    [accountId, usedKeyId ?? ''],
  )
  return held.rows[0]?.id
}

/** Revokes all tokens of a guest but one. */
export async function revokeTokens(tx: Transaction, accountId: string, keptKeyId: string | null): Promise<void> {
  await tx.query(
    `UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND kind = 'guest' AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
    [accountId, keptKeyId],
  )
}

/** Makes a token a lasting key of an account. */
export async function updateToLasting(
  tx: Transaction,
  keyId: string,
  { guestId, accountId, name, siteId }: { guestId: string; accountId: string; name: string; siteId: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE api_key SET account_id = $2, kind = 'lasting', name = $3, expires_at = NULL, site_id = $4 WHERE id = $1`,
    [keyId, accountId, name, siteId],
  )
  await tx.query('UPDATE guest SET used_key_id = $2 WHERE id = $1', [guestId, keyId])
}
