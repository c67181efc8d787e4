import { randomUUID } from 'node:crypto'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { refusals } from '@rts/shared/texts/refusals'
import { DatabaseError } from 'pg'
import type { Membership } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'

const person = { id: text, email: text, name: text, createdAt: time }
export type Person = RowOf<typeof person>
const listedPerson = { ...person, verified: boolean, accounts: json.of<Membership[]>() }
export type ListedPerson = RowOf<typeof listedPerson>

const personList = selectList(person, 'p')
const select = { id: true, email: true, name: true, createdAt: true }

const insertion = query(
  person,
  `INSERT INTO person AS p (id, email, name, email_verified) VALUES ($1, $2, $3, true)
   ON CONFLICT (email) DO UPDATE SET name = excluded.name, email_verified = true, updated_at = now() WHERE NOT p.email_verified
   RETURNING ${personList}`,
)
const personByMail = query(person, `SELECT ${personList} FROM person p WHERE email = $1`)
const newMail = query(
  person,
  `UPDATE person AS p SET email = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING ${personList}`,
)
const unverifiedWithMail = statement('DELETE FROM person WHERE email = $1 AND NOT email_verified')
const credentials = statement('DELETE FROM credential WHERE person_id = $1')
const keptLanguage = query(
  { language: text.of<ReaderLanguage>().filled },
  'UPDATE person SET language = coalesce(language, $2) WHERE id = $1 RETURNING language',
)
const newZone = statement('UPDATE person SET time_zone = $2 WHERE id = $1 AND time_zone IS DISTINCT FROM $2')
const zoneOf = query(
  { timeZone: text.filled },
  'SELECT time_zone AS "timeZone" FROM person WHERE id = $1 AND time_zone IS NOT NULL',
)
const password = statement(
  `INSERT INTO credential (id, account_id, provider_id, person_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
)
const lock = query({ id: text }, 'SELECT id FROM person WHERE id = $1 FOR UPDATE')
const links = statement('DELETE FROM person_token WHERE value = $1')
const invites = statement(
  'DELETE FROM invite i USING person p WHERE p.id = $1 AND (i.email = p.email OR i.accepted_by = p.id)',
)
const deletion = statement('DELETE FROM person WHERE id = $1')
const persons = query(
  listedPerson,
  `SELECT ${selectList(listedPerson, 'p', { verified: 'p.email_verified', accounts: `coalesce(m.accounts, '[]')` })} FROM person p
   LEFT JOIN LATERAL (
     SELECT json_agg(json_build_object('accountId', account_id, 'role', role, 'siteIds', site_ids) ORDER BY joined_at, account_id) AS accounts
     FROM member WHERE person_id = p.id AND state = 'active'
   ) m ON true
   WHERE ($1::text IS NULL OR p.email = $1) AND ($2::timestamptz IS NULL OR (p.created_at, p.id) > ($2, $3))
   ORDER BY p.created_at, p.id LIMIT $4`,
)
const personCount = query({ n: int }, 'SELECT count(*)::int AS n FROM person WHERE $1::text IS NULL OR email = $1')

/** A person who is signed in. Throws `not_found`. */
export async function requirePerson(records: Records, id: string): Promise<Person> {
  return orNotFound(await records.person.findUnique({ where: { id }, select }))
}

export async function isTaken(records: Records, email: string): Promise<boolean> {
  return (await records.person.count({ where: { email } })) > 0
}

/** Stores what is given. Throws `not_found`. */
export async function updatePerson(
  records: Records,
  id: string,
  given: { name?: string | undefined; language?: ReaderLanguage | undefined },
): Promise<Person> {
  const { name, language } = given
  const data = { ...(name && { name }), ...(language && { language }), updatedAt: new Date() }
  const [renamed] = await records.person.updateManyAndReturn({ where: { id }, data, select })
  return orNotFound(renamed)
}

/** The language that a person has, or else this one, which is theirs from now on. */
export async function keepLanguage(db: Database, id: string, language: ReaderLanguage): Promise<ReaderLanguage> {
  return (await keptLanguage.first(db, [id, language]))?.language ?? language
}

export async function storeTimeZone(db: Database, id: string, timeZone: string): Promise<void> {
  await newZone.run(db, [id, timeZone])
}

/** The IANA name of a person's time zone; UTC where it is unknown. */
export async function timeZoneOf(db: Database | Transaction, id: string): Promise<string> {
  return (await zoneOf.first(db, [id]))?.timeZone ?? 'UTC'
}

/**
 * Makes a verified person; undefined if there is one with this address. One who never proved the address loses their name and, by
 * `storePassword`, their password.
 */
export function insertPerson(tx: Transaction, email: string, name: string): Promise<Person | undefined> {
  return insertion.first(tx, [randomUUID(), email, name])
}

/** Throws where the person was deleted at this moment. */
export function requireByMail(tx: Transaction, email: string): Promise<Person> {
  return personByMail.require(tx, [email])
}

/** Leaves one password, or none. */
export async function storePassword(tx: Transaction, personId: string, hash: string | null): Promise<void> {
  await credentials.run(tx, [personId])
  if (hash !== null) await password.run(tx, [randomUUID(), personId, hash])
}

/**
 * Gives a person another address, and ends the links that wait in the old mailbox. Who signed up with the address and never proved
 * it has no claim to it. Undefined without such a person; throws `conflict` if somebody else has proved the address.
 */
export async function storeMail(tx: Transaction, personId: string, email: string): Promise<Person | undefined> {
  await unverifiedWithMail.run(tx, [email])
  await links.run(tx, [personId])
  try {
    return await newMail.first(tx, [personId, email])
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'person_email_key')) throw error
    throw new AppError('conflict', refusals.addressTaken)
  }
}

/** Until the transaction ends, an account that is being made for the person waits. */
export async function lockPerson(tx: Transaction, id: string): Promise<void> {
  await lock.run(tx, [id])
}

/** Deletes a person with all that is theirs alone. */
export async function deletePerson(tx: Transaction, id: string): Promise<void> {
  await links.run(tx, [id])
  await invites.run(tx, [id])
  await deletion.run(tx, [id])
}

/** Oldest first, those after `place`, of one address if it is given. */
export function listPersons(
  db: Database,
  email: string | undefined,
  place: { at: Date; id: string } | null,
  take: number,
): Promise<ListedPerson[]> {
  return persons.rows(db, [email ?? null, place?.at ?? null, place?.id ?? '', take])
}

export async function countPersons(db: Database, email: string | undefined): Promise<number> {
  return (await personCount.first(db, [email ?? null]))?.n ?? 0
}

function orNotFound(found: Person | null | undefined): Person {
  if (!found) throw new AppError('not_found', 'No such person')
  return found
}
