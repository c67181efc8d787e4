import type { Database, Transaction } from '@rts/shared/service/transaction'

/** A token that Google is to revoke. */
export type Revocation = { id: string; googleSub: string; tokenSealed: string }

const mostTries = 5

export async function insertRevocation(
  tx: Transaction,
  { id, googleSub, tokenSealed }: Revocation,
  now: Date,
): Promise<void> {
  await tx.query('INSERT INTO google_farewell (id, google_sub, token_sealed, next_at) VALUES ($1, $2, $3, $4)', [
    id,
    googleSub,
    tokenSealed,
    now,
  ])
}

/**
 * Claims the next token to revoke, for a minute. Where the same Google account was connected meanwhile or elsewhere here, nothing is
 * revoked: Google would end that connection too.
 */
export async function claimNext(db: Database, now: Date): Promise<Revocation | undefined> {
  await db.query(
    `DELETE FROM google_farewell f WHERE tries >= $1
       OR EXISTS (SELECT 1 FROM google_grant g WHERE g.google_sub = f.google_sub AND g.status = 'active')`,
    [mostTries],
  )
  const claimed = await db.query<Revocation>(
    `UPDATE google_farewell SET tries = tries + 1, next_at = $1::timestamptz + interval '1 minute' * (tries + 1)
     WHERE id = (SELECT id FROM google_farewell WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, google_sub AS "googleSub", token_sealed AS "tokenSealed"`,
    [now],
  )
  return claimed.rows[0]
}

export async function deleteRevocation(db: Database, id: string): Promise<void> {
  await db.query('DELETE FROM google_farewell WHERE id = $1', [id])
}
