import { randomUUID } from 'node:crypto'
import type { Role } from '@rts/shared/contract/operation'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { GivenRole } from '../accounts/accounts.ts'
import type { InviteStatus } from './rules/invites.ts'

export type Invite = {
  id: string
  accountId: string
  email: string
  role: GivenRole
  /** `expired` once its time is over. */
  status: InviteStatus
  /** The mail address of the person who invites. */
  invitedBy: string
  invitedAt: Date
  expiresAt: Date
}
export type NewInvite = Pick<Invite, 'accountId' | 'email' | 'role' | 'invitedBy'>
/** The invite that a person tried to accept: `isTheirs` if they accepted it before, `isForThem` by its address. */
export type TriedInvite = Invite & { isTheirs: boolean; isForThem: boolean }
/** A person in whose name an invite may go out. */
export type Inviter = { id: string; email: string; verified: boolean; role: Role }

/** An invite that may still be accepted. */
const isOpen = `i.status = 'pending' AND i.expires_at > clock_timestamp()`
const tomorrow = `(date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`

const inviteColumns = `i.id, i.account_id AS "accountId", i.email, i.role,
  CASE WHEN i.status = 'pending' AND i.expires_at <= clock_timestamp() THEN 'expired' ELSE i.status END AS status,
  i.invited_by AS "invitedBy", i.invited_at AS "invitedAt", i.expires_at AS "expiresAt"`

/** For the holder of its link, who may belong to no account yet. */
export async function findInvite(db: Database, id: string): Promise<Invite | undefined> {
  const found = await db.query<Invite>(`SELECT ${inviteColumns} FROM invite i WHERE id = $1`, [id])
  return found.rows[0]
}

export async function findOpenInvite(tx: Transaction, accountId: string, email: string): Promise<Invite | undefined> {
  const found = await tx.query<Invite>(
    `SELECT ${inviteColumns} FROM invite i WHERE account_id = $1 AND email = $2 AND ${isOpen}`,
    [accountId, email],
  )
  return found.rows[0]
}

export async function countOpenInvites(tx: Transaction, accountId: string): Promise<number> {
  const found = await tx.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM invite i WHERE account_id = $1 AND ${isOpen}`,
    [accountId],
  )
  return found.rows[0]?.open ?? 0
}

/** Those of an account that wait, and those whose time is over. */
export async function listPendingInvites(db: Database, accountId: string): Promise<Invite[]> {
  const found = await db.query<Invite>(
    `SELECT ${inviteColumns} FROM invite i WHERE account_id = $1 AND status = 'pending' ORDER BY invited_at, id`,
    [accountId],
  )
  return found.rows
}

/** Open invites to the address of a person. */
export async function listReceivedInvites(db: Database, personId: string): Promise<Invite[]> {
  const found = await db.query<Invite>(
    `SELECT ${inviteColumns} FROM invite i JOIN person p ON p.email = i.email
     WHERE p.id = $1 AND p.email_verified AND ${isOpen} ORDER BY i.invited_at, i.id`,
    [personId],
  )
  return found.rows
}

/** The owner of an account, and the person who invites if they belong to it. */
export async function listInviters(tx: Transaction, accountId: string, by: string | null): Promise<Inviter[]> {
  const found = await tx.query<Inviter>(
    `SELECT p.id, p.email, p.email_verified AS verified, m.role FROM member m JOIN person p ON p.id = m.person_id
     WHERE m.account_id = $1 AND (m.role = 'owner' OR p.id = $2)`,
    [accountId, by],
  )
  return found.rows
}

export async function isMemberAddress(tx: Transaction, accountId: string, email: string): Promise<boolean> {
  const found = await tx.query(
    'SELECT 1 FROM member m JOIN person p ON p.id = m.person_id WHERE m.account_id = $1 AND p.email = $2',
    [accountId, email],
  )
  return found.rows.length > 0
}

export async function insertInvite(tx: Transaction, { accountId, email, role, invitedBy }: NewInvite): Promise<Invite> {
  // One whose time is over gives its place to the new one, and its link ends.
  await tx.query(
    `UPDATE invite SET status = 'expired', mail_due_at = NULL WHERE account_id = $1 AND email = $2 AND status = 'pending'`,
    [accountId, email],
  )
  const made = await tx.query<Invite>(
    `INSERT INTO invite AS i (id, account_id, email, role, status, invited_by, expires_at, mail_due_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, clock_timestamp() + interval '7 days', clock_timestamp())
     RETURNING ${inviteColumns}`,
    [randomUUID(), accountId, email, role, invitedBy],
  )
  if (!made.rows[0]) throw new Error('the invite was not stored')
  return made.rows[0]
}

/** False unless it waits. */
export async function revokeInvite(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const revoked = await tx.query(
    `UPDATE invite SET status = 'revoked', mail_due_at = NULL WHERE id = $2 AND account_id = $1 AND status = 'pending'`,
    [accountId, id],
  )
  return revoked.rowCount === 1
}

/** Accepts an open invite for the person whose verified address it has; answers the role, or undefined if there is no such invite. */
export async function acceptInvite(tx: Transaction, id: string, personId: string): Promise<GivenRole | undefined> {
  const accepted = await tx.query<{ role: GivenRole }>(
    `UPDATE invite i SET status = 'accepted', accepted_by = p.id, mail_due_at = NULL FROM person p
     WHERE i.id = $1 AND p.id = $2 AND p.email = i.email AND p.email_verified AND ${isOpen} RETURNING i.role`,
    [id, personId],
  )
  return accepted.rows[0]?.role
}

export async function findTriedInvite(tx: Transaction, id: string, personId: string): Promise<TriedInvite | undefined> {
  const found = await tx.query<TriedInvite>(
    `SELECT ${inviteColumns}, i.accepted_by IS NOT DISTINCT FROM $2 AS "isTheirs",
       EXISTS (SELECT 1 FROM person p WHERE p.id = $2 AND p.email = i.email) AS "isForThem" FROM invite i WHERE i.id = $1`,
    [id, personId],
  )
  return found.rows[0]
}

/** The next invite whose mail had to wait for another day, locked until the transaction ends. */
export async function claimNextMail(tx: Transaction): Promise<Invite | undefined> {
  const due = await tx.query<Invite>(
    `SELECT ${inviteColumns} FROM invite i WHERE ${isOpen} AND i.mail_due_at <= clock_timestamp()
     ORDER BY i.mail_due_at, i.invited_at, i.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )
  return due.rows[0]
}

/** Takes the recipient's one mail of an invite today; false if it is taken. `recipient` is a hash. */
export async function takeMailOfDay(tx: Transaction, recipient: string): Promise<boolean> {
  const first = await tx.query(
    `INSERT INTO mail_day (recipient, day, kind) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, 'invite')
     ON CONFLICT DO NOTHING`,
    [recipient],
  )
  return first.rowCount === 1
}

/** The invite's mail is due tomorrow, or never again. */
export async function storeMailDue(tx: Transaction, id: string, isTomorrow: boolean): Promise<void> {
  await tx.query(`UPDATE invite SET mail_due_at = CASE WHEN $2 THEN ${tomorrow} ELSE NULL END WHERE id = $1`, [
    id,
    isTomorrow,
  ])
}

/** Deletes what was over a month ago; answers how many. */
export async function deleteOldInvites(db: Database): Promise<number> {
  const invites = await db.query(`DELETE FROM invite WHERE expires_at < clock_timestamp() - interval '30 days'`)
  const days = await db.query(`DELETE FROM mail_day WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - 1`)
  return (invites.rowCount ?? 0) + (days.rowCount ?? 0)
}
