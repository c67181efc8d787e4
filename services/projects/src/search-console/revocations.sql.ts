import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Columns, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

export type Revocation = { id: string; googleSub: string; tokenSealed: string }

const maxTries = 5
const revocation: Columns<Revocation> = { id: text, googleSub: text, tokenSealed: text }

const insert = statement('INSERT INTO google_farewell (id, google_sub, token_sealed, next_at) VALUES ($1, $2, $3, $4)')
const deleteUseless = statement(
  `DELETE FROM google_farewell f WHERE tries >= $1
     OR EXISTS (SELECT 1 FROM google_grant g WHERE g.google_sub = f.google_sub AND g.status = 'active')`,
)
const claim = query(
  revocation,
  `UPDATE google_farewell f SET tries = tries + 1, next_at = $1::timestamptz + interval '1 minute' * (tries + 1)
   WHERE id = (SELECT id FROM google_farewell WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING ${selectList(revocation, 'f')}`,
)

export async function insertRevocation(tx: Transaction, { id, googleSub, tokenSealed }: Revocation, now: Date) {
  await insert.run(tx, [id, googleSub, tokenSealed, now])
}

/**
 * Claims the next token to revoke, for a minute. Where the same Google account was connected meanwhile or elsewhere here, nothing is
 * revoked: Google would end that connection too.
 */
export async function claimNext(db: Database, now: Date): Promise<Revocation | undefined> {
  await deleteUseless.run(db, [maxTries])
  return claim.first(db, [now])
}

export async function deleteRevocation(records: Records, id: string): Promise<void> {
  await records.googleFarewell.deleteMany({ where: { id } })
}
