import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const recipient = { personId: text, email: text, lastWeek: text.orNull }
/** A person who may be due; `lastWeek` is the Monday of their last letter. */
export type Recipient = RowOf<typeof recipient>
const wanted = { siteId: text, accountId: text }
export type WantedSite = RowOf<typeof wanted>

// The update changes nothing. It holds the row, so that a recipient who asks again is not dropped meanwhile.
const newRecipient = statement(
  `INSERT INTO weekly_recipient AS r (person_id, due_at) VALUES ($1, $2) ON CONFLICT (person_id) DO UPDATE SET due_at = r.due_at`,
)
// A killed process, or facts that could not be read, are tried again.
const nextRecipient = query(
  recipient,
  `UPDATE weekly_recipient r SET due_at = $1::timestamptz + interval '10 minutes' FROM person p
   WHERE p.id = r.person_id AND r.person_id = (
     SELECT person_id FROM weekly_recipient WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING r.person_id AS "personId", p.email, r.last_week AS "lastWeek"`,
)
const wantedOf = query(
  wanted,
  'SELECT site_id AS "siteId", account_id AS "accountId" FROM site_letter WHERE person_id = $1 AND weekly ORDER BY site_id',
)
const rest = statement('UPDATE weekly_recipient SET due_at = $2 WHERE person_id = $1')
const openWeek = query(
  { personId: text },
  `UPDATE weekly_recipient SET last_week = $2, due_at = $3 WHERE person_id = $1 AND last_week IS DISTINCT FROM $2
   RETURNING person_id AS "personId"`,
)
const hold = statement('SELECT FROM weekly_recipient WHERE person_id = $1 FOR UPDATE')
const deletion = statement(
  `DELETE FROM weekly_recipient r WHERE person_id = $1
     AND NOT EXISTS (SELECT FROM site_letter l WHERE l.person_id = r.person_id AND l.weekly)`,
)

/** Makes a person due who has not asked before, once their choice is stored. */
export async function addRecipient(tx: Transaction, personId: string, now: Date): Promise<void> {
  await newRecipient.run(tx, [personId, now])
}

/** A person who is due, if there is one; due again in ten minutes, however this run ends. */
export function claimRecipient(db: Database, now: Date): Promise<Recipient[]> {
  return nextRecipient.rows(db, [now])
}

export function listWanted(db: Database | Transaction, personId: string): Promise<WantedSite[]> {
  return wantedOf.rows(db, [personId])
}

/** Nothing is due before `at`. */
export async function restUntil(db: Database, personId: string, at: Date): Promise<void> {
  await rest.run(db, [personId, at])
}

/** False where the letter of the week was written; others who would write it wait for the transaction. */
export async function takeWeek(tx: Transaction, personId: string, monday: string, next: Date): Promise<boolean> {
  return (await openWeek.first(tx, [personId, monday, next])) !== undefined
}

/** Ends a person's letters unless they have asked meanwhile: who asks commits before the second statement sees the table, or adds them anew. */
export async function dropRecipient(tx: Transaction, personId: string): Promise<void> {
  await hold.run(tx, [personId])
  await deletion.run(tx, [personId])
}
