import { randomUUID } from 'node:crypto'
import type { TeamAction } from '@rts/shared/contract/events'
import type { Role } from '@rts/shared/contract/operation'
import { writeFact } from '@rts/shared/facts/write'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** A member with their seat: one with a seat beyond the plan's people cannot enter. */
const member = {
  id: text,
  email: text,
  name: text,
  role: text.of<Role>().filled,
  /** The only sites that they may see; null: all. */
  siteIds: texts.orNull,
  joinedAt: time.filled,
  seat: int.filled,
}
export type Member = RowOf<typeof member>

export type Rights = Pick<Member, 'role' | 'siteIds'>

const selectMembers = `SELECT ${selectList(member, 's', { id: 'p.id', email: 'p.email', name: 'p.name' })}
  FROM account_seat s JOIN person p ON p.id = s.person_id WHERE s.account_id = $1`
const members = query(member, `${selectMembers} ORDER BY s.seat`)
const oneMember = query(member, `${selectMembers} AND s.person_id = $2`)
const insertion = statement(
  `INSERT INTO member (person_id, account_id, role, site_ids, state, joined_at)
   VALUES ($1, $2, $3, $4, 'active', clock_timestamp())`,
)
const newRights = statement(
  `UPDATE member SET role = $3, site_ids = $4, rights_changed_at = clock_timestamp()
   WHERE account_id = $1 AND person_id = $2`,
)
const deletion = statement('DELETE FROM member WHERE account_id = $1 AND person_id = $2')
const personLock = query({ id: text }, 'SELECT id FROM person WHERE id = $1 FOR KEY SHARE')

/** In the order of their seats. */
export function listMembers(db: Database, accountId: string): Promise<Member[]> {
  return members.rows(db, [accountId])
}

export function requireMember(tx: Transaction, accountId: string, personId: string): Promise<Member> {
  return oneMember.require(tx, [accountId, personId], 'No such member')
}

export async function insertMember(tx: Transaction, accountId: string, personId: string, { role, siteIds }: Rights) {
  await insertion.run(tx, [personId, accountId, role, siteIds])
}

export async function storeRights(tx: Transaction, accountId: string, personId: string, { role, siteIds }: Rights) {
  await newRights.run(tx, [accountId, personId, role, siteIds])
}

export async function deleteMember(tx: Transaction, accountId: string, personId: string): Promise<void> {
  await deletion.run(tx, [accountId, personId])
}

/** Keeps a person from being deleted until the transaction ends. */
export async function holdPerson(tx: Transaction, personId: string): Promise<void> {
  await personLock.run(tx, [personId])
}

type TeamEntry = {
  accountId: string
  action: TeamAction
  /** The person; null for a server key. */
  by: string | null
  /** Whom and what it is about, by id: a log keeps no address of somebody who deletes themselves. */
  detail: Record<string, string>
}

/** Rights as an entry has them: the ids of sites with spaces between, or `all`. */
export function loggedRights({ role, siteIds }: Rights) {
  return { role, sites: siteIds === null ? 'all' : siteIds.join(' ') }
}

// The transaction may have waited for one in which somebody joined: its own start would be before that.
const timeOfEntry = query({ at: time }, 'SELECT clock_timestamp()::timestamptz(3) AS at')

/** Writes an entry for the account's audit log, which the gateway keeps, in the transaction of the change. */
export async function writeTeamLog(tx: Transaction, { accountId, action, by, detail }: TeamEntry): Promise<void> {
  const actor = by === null ? 'server key' : `person:${by}`
  const at = (await timeOfEntry.first(tx))?.at.toISOString() ?? ''
  const state = { accountId, action, actor, detail, at }
  await writeFact(tx, { type: 'team.changed', aggregate: `team:${randomUUID()}`, version: 1, state })
}
