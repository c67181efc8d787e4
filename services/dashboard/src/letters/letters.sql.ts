import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { recipientOf } from './rules/tokens.ts'

const languageOfFirst = query(
  { language: text.of<ReaderLanguage>().filled },
  'SELECT language FROM person WHERE email IN ($1, $2) AND language IS NOT NULL ORDER BY email = $1 DESC LIMIT 1',
)

/** The language of a letter: its recipient's, else that of the person who causes it, else English. */
export async function languageOfLetter(tx: Transaction, to: string, causedBy = to): Promise<ReaderLanguage> {
  return (await languageOfFirst.first(tx, [to, causedBy]))?.language ?? 'en'
}

export type RefusableKind = 'invite' | 'reminder'

const refusal = query({ kind: text }, 'SELECT kind FROM mail_refused WHERE recipient = $1 AND kind = $2')
const insertion = statement('INSERT INTO mail_refused (recipient, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING')

/** Whether the owner of an address wants no more letters of a kind. */
export async function isRefused(tx: Transaction, email: string, kind: RefusableKind): Promise<boolean> {
  return (await refusal.first(tx, [recipientOf(email), kind])) !== undefined
}

/** `recipient` is the hash of an address. */
export async function storeRefusal(db: Database, recipient: string, kind: RefusableKind): Promise<void> {
  await insertion.run(db, [recipient, kind])
}
