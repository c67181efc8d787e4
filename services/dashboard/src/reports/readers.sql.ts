import type { ReaderAnswer } from '@rts/shared/contract/rows/report'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** Who was asked for an account, by the hash of their address. */
const reader = { recipient: text, answer: text.of<ReaderAnswer>() }
export type Reader = RowOf<typeof reader>

const readers = query(reader, `SELECT ${selectList(reader, 'r')} FROM report_reader r WHERE account_id = $1`)
const members = query(
  { email: text },
  `SELECT p.email FROM account_seat s JOIN person p ON p.id = s.person_id WHERE s.account_id = $1`,
)
const insertion = statement('INSERT INTO report_reader (account_id, recipient) VALUES ($1, $2) ON CONFLICT DO NOTHING')
const change = statement('UPDATE report_reader SET answer = $3 WHERE account_id = $1 AND recipient = $2')
const deletion = statement('DELETE FROM report_reader WHERE account_id = $1')

export function listReaders(db: Database, accountId: string): Promise<Reader[]> {
  return readers.rows(db, [accountId])
}

/** The mail addresses of the members of an account. */
export async function listMemberMails(db: Database, accountId: string): Promise<string[]> {
  return (await members.rows(db, [accountId])).map(({ email }) => email)
}

/** False for a recipient who was asked already. */
export async function insertReader(tx: Transaction, accountId: string, recipient: string): Promise<boolean> {
  return (await insertion.run(tx, [accountId, recipient])) === 1
}

/** Keeps the answer of somebody who was asked. */
export async function storeAnswer(db: Database, accountId: string, recipient: string, answer: ReaderAnswer) {
  await change.run(db, [accountId, recipient, answer])
}

export async function deleteReaders(tx: Transaction, accountId: string): Promise<void> {
  await deletion.run(tx, [accountId])
}
