import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { alertColumns, alertFields } from './alerts.sql.ts'

const recipient = {
  personId: text,
  email: text,
  zone: text,
  quietFrom: text.orNull,
  quietUntil: text.orNull,
  lastDay: text.orNull,
  isWeekly: boolean,
}
export type Recipient = RowOf<typeof recipient>
const waiting = { ...alertFields, accountId: text, site: text.orNull, isWanted: boolean }
/** An alert that waits for a letter; `site` is the name of its site, null where it is not known any more. */
export type WaitingAlert = RowOf<typeof waiting>

const due = statement(
  `INSERT INTO alert_recipient AS r (person_id, due_at) VALUES ($1, clock_timestamp())
   ON CONFLICT (person_id) DO UPDATE SET due_at = least(r.due_at, excluded.due_at)`,
)
const nextRecipient = query(
  recipient,
  `UPDATE alert_recipient r SET due_at = clock_timestamp() + interval '15 minutes' FROM person p
   WHERE p.id = r.person_id AND r.person_id = (
     SELECT person_id FROM alert_recipient WHERE due_at <= statement_timestamp() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING ${selectList(recipient, 'r', {
     email: 'p.email',
     zone: `coalesce(p.time_zone, 'UTC')`,
     isWeekly: 'EXISTS (SELECT FROM site_letter l WHERE l.person_id = r.person_id AND l.weekly)',
   })}`,
)
const openDay = query(
  { personId: text },
  'SELECT person_id AS "personId" FROM alert_recipient WHERE person_id = $1 AND last_day IS DISTINCT FROM $2 FOR UPDATE',
)
const takenDay = statement('UPDATE alert_recipient SET last_day = $2 WHERE person_id = $1')
const waitingOf = query(
  waiting,
  `SELECT ${alertColumns}, a.account_id AS "accountId", k.name AS site,
     EXISTS (SELECT FROM site_letter l WHERE l.person_id = $1 AND l.site_id = a.site_id AND l.account_id = a.account_id AND l.alerts) AND k.frozen IS NOT TRUE AS "isWanted"
   FROM alert a LEFT JOIN known.site k ON k.id = a.site_id AND k.deleted_at IS NULL
   WHERE a.person_id = $1 AND a.waits ORDER BY a.raised_at, a.id LIMIT $2`,
)
const settled = statement('UPDATE alert SET waits = false WHERE person_id = $1 AND id = ANY($2)')
const restOf = statement(
  `UPDATE alert_recipient r SET due_at = NULL
   WHERE person_id = $1 AND NOT EXISTS (SELECT FROM alert a WHERE a.person_id = $1 AND a.waits)`,
)

export async function makeDue(tx: Transaction, personId: string): Promise<void> {
  await due.run(tx, [personId])
}

/** A person for whom alerts wait, if there is one; they are due again in a quarter of an hour. */
export function claimRecipient(db: Database): Promise<Recipient[]> {
  return nextRecipient.rows(db)
}

/** False where the letter of the day was written. Others who would write it wait for the transaction. */
export async function lockDay(tx: Transaction, personId: string, day: string): Promise<boolean> {
  return (await openDay.first(tx, [personId, day])) !== undefined
}

export async function takeDay(tx: Transaction, personId: string, day: string): Promise<void> {
  await takenDay.run(tx, [personId, day])
}

export function listWaiting(db: Database | Transaction, personId: string, take: number): Promise<WaitingAlert[]> {
  return waitingOf.rows(db, [personId, take])
}

/** These alerts wait no more; without others the person is not due. */
export async function settleAlerts(tx: Transaction, personId: string, ids: readonly string[]): Promise<void> {
  await settled.run(tx, [personId, ids])
  await restOf.run(tx, [personId])
}
