import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const languageOfFirst = query(
  { language: text.of<ReaderLanguage>().filled },
  'SELECT language FROM person WHERE email IN ($1, $2) AND language IS NOT NULL ORDER BY email = $1 DESC LIMIT 1',
)

/** The language of a letter: its recipient's, else that of the person who causes it, else English. */
export async function languageOfLetter(tx: Transaction, to: string, causedBy = to): Promise<ReaderLanguage> {
  return (await languageOfFirst.first(tx, [to, causedBy]))?.language ?? 'en'
}
