import type { Database, Transaction } from '@rts/shared/service/transaction'
import { recipientOf } from './rules/tokens.ts'

/** Letters that their recipients may refuse. */
export type RefusableKind = 'invite' | 'reminder'

/** Whether the owner of an address wants no more letters of a kind. */
export async function isRefused(tx: Transaction, email: string, kind: RefusableKind): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM mail_refused WHERE recipient = $1 AND kind = $2', [
    recipientOf(email),
    kind,
  ])
  return found.rowCount === 1
}

/** `recipient` is the hash of an address. */
export async function storeRefusal(db: Database, recipient: string, kind: RefusableKind): Promise<void> {
  await db.query(`INSERT INTO mail_refused (recipient, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [recipient, kind])
}
