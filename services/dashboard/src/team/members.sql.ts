import type { Role } from '@rts/shared/contract/operation'
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

/** The rights of a member. */
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

/** Throws `not_found`. */
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
