import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** An account whose owner's address the gateway is to get; `asked` counts the changes. */
const contact = { accountId: text, asked: int }
export type Contact = RowOf<typeof contact>

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
