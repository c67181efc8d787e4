import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'

/** A member with their seat: who has one beyond the plan's people cannot enter. */
export type Member = { id: string; email: string; name: string; role: Role; joinedAt: Date; seat: number }

const members = `SELECT p.id, p.email, p.name, s.role, s.joined_at AS "joinedAt", s.seat
  FROM member_seat s JOIN person p ON p.id = s.person_id WHERE s.account_id = $1`

/** All members, in the order of their seats. */
export async function listMembers(db: Database, accountId: string): Promise<Member[]> {
  const found = await db.query<Member>(`${members} ORDER BY s.seat`, [accountId])
  return found.rows
}

/** Throws `not_found`. */
export async function requireMember(tx: Transaction, accountId: string, personId: string): Promise<Member> {
  const found = await tx.query<Member>(`${members} AND s.person_id = $2`, [accountId, personId])
  if (!found.rows[0]) throw new AppError('not_found', 'No such member')
  return found.rows[0]
}

export async function insertMember(tx: Transaction, accountId: string, personId: string, role: Role): Promise<void> {
  await tx.query(
    `INSERT INTO member (person_id, account_id, role, state, joined_at) VALUES ($1, $2, $3, 'active', clock_timestamp())`,
    [personId, accountId, role],
  )
}

export async function storeRole(tx: Transaction, accountId: string, personId: string, role: Role): Promise<void> {
  await tx.query('UPDATE member SET role = $3 WHERE account_id = $1 AND person_id = $2', [accountId, personId, role])
}

export async function deleteMember(tx: Transaction, accountId: string, personId: string): Promise<void> {
  await tx.query('DELETE FROM member WHERE account_id = $1 AND person_id = $2', [accountId, personId])
}

/** Keeps a person from being deleted until the transaction ends. */
export async function holdPerson(tx: Transaction, personId: string): Promise<void> {
  await tx.query('SELECT 1 FROM person WHERE id = $1 FOR KEY SHARE', [personId])
}
