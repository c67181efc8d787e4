import type { RecipientAnswer } from '@rts/shared/contract/rows/report'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** Who was asked for an account, by the hash of their address. */
const asked = { recipient: text, answer: text.of<RecipientAnswer>() }
export type Asked = RowOf<typeof asked>

const askedOf = query(asked, `SELECT ${selectList(asked, 'r')} FROM report_recipient r WHERE account_id = $1`)
const members = query(
  { email: text },
  `SELECT p.email FROM account_seat s JOIN person p ON p.id = s.person_id WHERE s.account_id = $1`,
)
const insertion = statement(
  'INSERT INTO report_recipient (account_id, recipient) VALUES ($1, $2) ON CONFLICT DO NOTHING',
)
const change = statement('UPDATE report_recipient SET answer = $3 WHERE account_id = $1 AND recipient = $2')
const deletion = statement('DELETE FROM report_recipient WHERE account_id = $1')

export function listAsked(db: Database, accountId: string): Promise<Asked[]> {
  return askedOf.rows(db, [accountId])
}

export async function listMemberMails(db: Database, accountId: string): Promise<string[]> {
  return (await members.rows(db, [accountId])).map(({ email }) => email)
}

/** False for a recipient who was asked already. */
export async function insertAsked(tx: Transaction, accountId: string, recipient: string): Promise<boolean> {
  return (await insertion.run(tx, [accountId, recipient])) === 1
}

export async function storeAnswer(db: Database, accountId: string, recipient: string, answer: RecipientAnswer) {
  await change.run(db, [accountId, recipient, answer])
}

export async function deleteRecipients(tx: Transaction, accountId: string): Promise<void> {
  await deletion.run(tx, [accountId])
}
