import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const reader = { personId: text, email: text, lastWeek: text.orNull }
/** A person who may be due; `lastWeek` is the Monday of their last letter. */
export type Reader = RowOf<typeof reader>
const wanted = { siteId: text, accountId: text }
export type WantedSite = RowOf<typeof wanted>

const newReader = statement('INSERT INTO weekly_reader (person_id, due_at) VALUES ($1, $2) ON CONFLICT DO NOTHING')
const newReaders = statement(
  `INSERT INTO weekly_reader (person_id, due_at)
   SELECT DISTINCT person_id, $1::timestamptz FROM site_letter l
   WHERE weekly AND NOT EXISTS (SELECT FROM weekly_reader r WHERE r.person_id = l.person_id)
   ON CONFLICT DO NOTHING`,
)
// A killed process, or facts that could not be read, are tried again.
const nextReader = query(
  reader,
  `UPDATE weekly_reader r SET due_at = $1::timestamptz + interval '10 minutes' FROM person p
   WHERE p.id = r.person_id AND r.person_id = (
     SELECT person_id FROM weekly_reader WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING r.person_id AS "personId", p.email, r.last_week AS "lastWeek"`,
)
const wantedOf = query(
  wanted,
  'SELECT site_id AS "siteId", account_id AS "accountId" FROM site_letter WHERE person_id = $1 AND weekly ORDER BY site_id',
)
const rest = statement('UPDATE weekly_reader SET due_at = $2 WHERE person_id = $1')
const openWeek = query(
  { personId: text },
  `UPDATE weekly_reader SET last_week = $2, due_at = $3 WHERE person_id = $1 AND last_week IS DISTINCT FROM $2
   RETURNING person_id AS "personId"`,
)
const deletion = statement('DELETE FROM weekly_reader WHERE person_id = $1')

/** Makes a person due who has not asked before. */
export async function addReader(tx: Transaction, personId: string, now: Date): Promise<void> {
  await newReader.run(tx, [personId, now])
}

/** Makes those due who have asked of a replica of an earlier release, or while they were dropped. */
export async function addReaders(db: Database, now: Date): Promise<void> {
  await newReaders.run(db, [now])
}

/** A person who is due; due again in ten minutes, however this run ends. */
export function claimNextReader(db: Database, now: Date): Promise<Reader | undefined> {
  return nextReader.first(db, [now])
}

/** The sites that a person wants a weekly letter about. */
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

/** The person wants no weekly letter any more. */
export async function dropReader(db: Database, personId: string): Promise<void> {
  await deletion.run(db, [personId])
}
