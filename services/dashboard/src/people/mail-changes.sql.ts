import { createHash } from 'node:crypto'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

/** A new mail address that waits for its link; only the hash of the link's secret is stored. */
const mailChange = { email: text, expiresAt: time }
export type MailChange = RowOf<typeof mailChange>

const changeList = selectList(mailChange, 'c')
const replacement = query(
  mailChange,
  `INSERT INTO mail_change AS c (person_id, email, hash, expires_at) VALUES ($1, $2, $3, clock_timestamp() + interval '1 day')
   ON CONFLICT (person_id) DO UPDATE SET email = excluded.email, hash = excluded.hash, expires_at = excluded.expires_at
   RETURNING ${changeList}`,
)
const changeOf = query(
  mailChange,
  `SELECT ${changeList} FROM mail_change c WHERE person_id = $1 AND expires_at > clock_timestamp()`,
)
const usage = query(
  { email: text },
  'DELETE FROM mail_change WHERE person_id = $1 AND hash = $2 AND expires_at > clock_timestamp() RETURNING email',
)
const expired = statement('DELETE FROM mail_change WHERE expires_at < statement_timestamp()')

/** Replaces what the person asked for before. */
export function storeMailChange(tx: Transaction, personId: string, email: string, token: string) {
  return replacement.require(tx, [personId, email, hashOf(token)])
}

export function findMailChange(db: Database, personId: string): Promise<MailChange | undefined> {
  return changeOf.first(db, [personId])
}

/** Uses a person's link up; answers the new address, or undefined for a link that is not valid. */
export async function takeMailChange(tx: Transaction, personId: string, token: string): Promise<string | undefined> {
  return (await usage.first(tx, [personId, hashOf(token)]))?.email
}

export async function deleteMailChange(records: Records, personId: string): Promise<void> {
  await records.mailChange.deleteMany({ where: { personId } })
}

export async function deleteExpiredMailChanges(db: Database): Promise<void> {
  await expired.run(db)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(`mail ${token}`).digest()
}
