import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { GivenRole } from '../accounts/accounts.ts'

export type InviteStatus = 'pending' | 'accepted' | 'revoked' | 'expired'
const invite = {
  id: text,
  accountId: text,
  email: text,
  role: text.of<GivenRole>(),
  /** The only sites for who accepts it; null: all. */
  siteIds: texts.orNull,
  /** `expired` once its time is over. */
  status: text.of<InviteStatus>(),
  /** The mail address of the person who invites. */
  invitedBy: text,
  invitedAt: time,
  expiresAt: time,
}
export type Invite = RowOf<typeof invite>
export type NewInvite = Pick<Invite, 'accountId' | 'email' | 'role' | 'siteIds' | 'invitedBy'>
/** The invite that a person tried to accept: `isTheirs` if they accepted it before, `isForThem` by its address. */
const triedInvite = { ...invite, isTheirs: boolean, isForThem: boolean }

const isWaiting = `i.status = 'pending'`
const isOpen = `${isWaiting} AND i.expires_at > clock_timestamp()`
const status = `CASE WHEN NOT ${isWaiting} THEN i.status WHEN i.expires_at > clock_timestamp() THEN 'pending' ELSE 'expired' END`
const inviteList = selectList(invite, 'i', { status })
const selectInvites = `SELECT ${inviteList} FROM invite i`
const tomorrow = `(date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`

const pendingInvites = query(
  invite,
  `${selectInvites} WHERE i.account_id = $1 AND ${isWaiting} ORDER BY i.invited_at, i.id`,
)
const receivedInvites = query(
  invite,
  `${selectInvites} JOIN person p ON p.email = i.email WHERE p.id = $1 AND p.email_verified AND ${isOpen} ORDER BY i.invited_at, i.id`,
)
const memberWithMail = query(
  { id: text },
  'SELECT p.id FROM member m JOIN person p ON p.id = m.person_id WHERE m.account_id = $1 AND p.email = $2',
)
const expiry = statement(
  `UPDATE invite i SET status = 'expired', mail_due_at = NULL WHERE account_id = $1 AND email = $2 AND ${isWaiting}`,
)
const insertion = query(
  invite,
  `INSERT INTO invite AS i (id, account_id, email, role, site_ids, status, invited_by, expires_at, mail_due_at)
   VALUES ($1, $2, $3, $4, $5, 'pending', $6, clock_timestamp() + interval '7 days', clock_timestamp()) RETURNING ${inviteList}`,
)
const revocation = statement(
  `UPDATE invite i SET status = 'revoked', mail_due_at = NULL WHERE id = $2 AND account_id = $1 AND ${isWaiting}`,
)
const acceptance = query(
  { role: invite.role, siteIds: invite.siteIds },
  `UPDATE invite i SET status = 'accepted', accepted_by = p.id, mail_due_at = NULL FROM person p
   WHERE i.id = $1 AND p.id = $2 AND p.email = i.email AND p.email_verified AND ${isOpen} RETURNING i.role, i.site_ids AS "siteIds"`,
)
const inviteById = query(
  triedInvite,
  `SELECT ${selectList(triedInvite, 'i', {
    status,
    isTheirs: 'i.accepted_by IS NOT DISTINCT FROM $2',
    isForThem: 'EXISTS (SELECT 1 FROM person p WHERE p.id = $2 AND p.email = i.email)',
  })} FROM invite i WHERE i.id = $1`,
)
const nextMail = query(
  invite,
  `${selectInvites} WHERE ${isOpen} AND i.mail_due_at <= statement_timestamp()
   ORDER BY i.mail_due_at, i.invited_at, i.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
)
const mailOfDay = statement(
  `INSERT INTO mail_day (recipient, day, kind) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, 'invite')
   ON CONFLICT DO NOTHING`,
)
const mailDue = statement(`UPDATE invite SET mail_due_at = CASE WHEN $2 THEN ${tomorrow} ELSE NULL END WHERE id = $1`)
const oldInvites = statement(`DELETE FROM invite WHERE expires_at < statement_timestamp() - interval '30 days'`)
const oldMailDays = statement(`DELETE FROM mail_day WHERE day < (statement_timestamp() AT TIME ZONE 'UTC')::date - 1`)

/** An invite, and what it is to a person; without one, for the holder of its link. */
export function findInvite(db: Database | Transaction, id: string, personId: string | null = null) {
  return inviteById.first(db, [id, personId])
}

/** Those of an account that wait, and those whose time is over. */
export function listPendingInvites(db: Database | Transaction, accountId: string): Promise<Invite[]> {
  return pendingInvites.rows(db, [accountId])
}

export function listReceivedInvites(db: Database | Transaction, personId: string): Promise<Invite[]> {
  return receivedInvites.rows(db, [personId])
}

export async function isMemberAddress(tx: Transaction, accountId: string, email: string): Promise<boolean> {
  return (await memberWithMail.first(tx, [accountId, email])) !== undefined
}

/** An invite to the same address whose time is over gives its place to the new one, and its link ends. */
export async function insertInvite(
  tx: Transaction,
  { accountId, email, role, siteIds, invitedBy }: NewInvite,
): Promise<Invite> {
  await expiry.run(tx, [accountId, email])
  return insertion.require(tx, [randomUUID(), accountId, email, role, siteIds, invitedBy])
}

/** False unless it waits. */
export async function revokeInvite(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  return (await revocation.run(tx, [accountId, id])) === 1
}

/** Accepts an open invite for the person whose verified address it has; answers what it gives, or undefined if there is no such invite. */
export function acceptInvite(tx: Transaction, id: string, personId: string) {
  return acceptance.first(tx, [id, personId])
}

export function claimNextMail(tx: Transaction): Promise<Invite | undefined> {
  return nextMail.first(tx)
}

/** Takes the recipient's one mail of an invite today; false if it is taken. `recipient` is a hash. */
export async function takeMailOfDay(tx: Transaction, recipient: string): Promise<boolean> {
  return (await mailOfDay.run(tx, [recipient])) === 1
}

/** The invite's mail is due tomorrow, or never again. */
export async function storeMailDue(tx: Transaction, id: string, isTomorrow: boolean): Promise<void> {
  await mailDue.run(tx, [id, isTomorrow])
}

/** Deletes invites that expired a month ago, and old days of mail; answers how many. */
export async function deleteOldInvites(db: Database): Promise<number> {
  return (await oldInvites.run(db)) + (await oldMailDays.run(db))
}
