import { createHash } from 'node:crypto'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
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

/** An account whose owner's address the gateway is to get; `asked` counts the changes. */
const contact = { accountId: text, asked: int }
type Contact = RowOf<typeof contact>

const change = statement(
  'INSERT INTO contact_due AS d (account_id) VALUES ($1) ON CONFLICT (account_id) DO UPDATE SET asked = d.asked + 1',
)
const nextContact = query(
  contact,
  `UPDATE contact_due d SET lease_until = clock_timestamp() + interval '30 seconds' WHERE account_id = (
     SELECT account_id FROM contact_due WHERE lease_until < statement_timestamp() ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED
   ) RETURNING ${selectList(contact, 'd')}`,
)
const sent = statement('DELETE FROM contact_due WHERE account_id = $1 AND asked = $2')
const release = statement(`UPDATE contact_due SET lease_until = '-infinity' WHERE account_id = $1`)

/** From the end of this transaction on, the gateway is due to get the owner's address, as it is then. */
export async function noteContact(tx: Transaction, accountId: string): Promise<void> {
  await change.run(tx, [accountId])
}

/** Leases one account for longer than a call lasts, so that of two calls the older never arrives last. */
export function claimNextContact(db: Database): Promise<Contact | undefined> {
  return nextContact.first(db)
}

/** The gateway has the address; if it has changed again since, it is due again. */
export async function storeSent(db: Database, { accountId, asked }: Contact): Promise<void> {
  await sent.run(db, [accountId, asked])
  await release.run(db, [accountId])
}
