import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockAccount, requireRole, seatsTaken } from '../accounts/roles.sql.ts'
import { type GivenRole, requireManager, requireMayGive, requireSeat } from '../accounts/rules/roles.ts'
import { noteDeed } from './audit-log.sql.ts'
import { type Invite, inviteColumns, isOpen } from './invite-records.sql.ts'
import { mostOpenInvites } from './rules/invites.ts'

export type InviteOrder = {
  accountId: string
  email: string
  /** Undefined: as a member, or as it stands where there is one already. */
  role: GivenRole | undefined
  /** The person who invites; null for a server key. */
  by: string | null
  /** The mail address of the account. */
  contact: string
  /** How many the plan allows. */
  people: number
}
export type InviteStore = ReturnType<typeof createInviteStore>
/** Mails an invite, in the transaction that makes it. */
export type MailInvite = (client: PoolClient, invite: Invite) => Promise<void>

/** Invites of accounts. Those of one account are made and withdrawn one after the other. */
export function createInviteStore(pool: Pool, mail: MailInvite) {
  return {
    /** One that is open already is answered as it is, and not mailed again. Throws `conflict`, `plan_limit_reached`, `role_required`. */
    post: (order: InviteOrder) =>
      inTransaction(pool, async (client): Promise<{ invite: Invite; created: boolean }> => {
        const { accountId, email, role } = order
        await lockAccount(client, accountId)
        const giver = order.by === null ? null : await requireRole(client, accountId, order.by)
        if (giver) requireManager(giver)
        requireMayGive(giver, role ?? 'member')
        const invitedBy = await inviterOf(client, order)
        await refuseMember(client, order)
        const open = await findOpen(client, accountId, email)
        if (open && role !== undefined && open.role !== role)
          throw new AppError('conflict', `This address is invited as ${open.role} already: withdraw that invite first`)
        if (open) return { invite: open, created: false }
        await requireRoom(client, order)
        const invite = await insert(client, { ...order, role: role ?? 'member', invitedBy })
        const detail = { invite: invite.id, role: invite.role }
        await noteDeed(client, { accountId, action: 'member.invited', by: order.by, detail })
        await mail(client, invite)
        return { invite, created: true }
      }),

    /** Those that wait, and those whose time is over. */
    async list(accountId: string): Promise<Invite[]> {
      const found = await pool.query<Invite>(
        `SELECT ${inviteColumns} FROM invite i WHERE account_id = $1 AND status = 'pending' ORDER BY invited_at, id`,
        [accountId],
      )
      return found.rows
    },

    /** Throws `not_found` unless it waits; `role_required`. */
    revoke: (accountId: string, by: string, id: string) =>
      inTransaction(pool, async (client): Promise<void> => {
        await lockAccount(client, accountId)
        requireManager(await requireRole(client, accountId, by))
        const revoked = await client.query(
          `UPDATE invite SET status = 'revoked', mail_due_at = NULL WHERE id = $2 AND account_id = $1 AND status = 'pending'`,
          [accountId, id],
        )
        if (revoked.rowCount === 0) throw new AppError('not_found', 'No such invite is waiting')
        await noteDeed(client, { accountId, action: 'invite.revoked', by, detail: { invite: id } })
      }),

    /** Deletes what was over a month ago; answers how many. */
    async forgetOld(): Promise<number> {
      const invites = await pool.query(`DELETE FROM invite WHERE expires_at < clock_timestamp() - interval '30 days'`)
      const days = await pool.query(`DELETE FROM mail_day WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - 1`)
      return (invites.rowCount ?? 0) + (days.rowCount ?? 0)
    },
  }
}

/** Who the letter says invites. Throws `conflict` if mail must not go out in this account's name. */
async function inviterOf(client: PoolClient, { accountId, by, contact, email }: InviteOrder): Promise<string> {
  const found = await client.query<{ id: string; email: string; verified: boolean; role: string }>(
    `SELECT p.id, p.email, p.email_verified AS verified, m.role FROM member m JOIN person p ON p.id = m.person_id
     WHERE m.account_id = $1 AND (m.role = 'owner' OR p.id = $2)`,
    [accountId, by],
  )
  const owner = found.rows.find(({ role }) => role === 'owner')
  if (owner && !owner.verified)
    throw new AppError('conflict', 'The owner of the account has to confirm their mail address first')
  // Without an owner the operator made the account, and vouches for its address.
  if (!owner && email === contact) throw alreadyHere()
  const inviter = found.rows.find(({ id }) => id === by) ?? owner
  return inviter?.email ?? contact
}

async function refuseMember(client: PoolClient, { accountId, email }: InviteOrder): Promise<void> {
  const found = await client.query(
    'SELECT 1 FROM member m JOIN person p ON p.id = m.person_id WHERE m.account_id = $1 AND p.email = $2',
    [accountId, email],
  )
  if (found.rowCount) throw alreadyHere()
}

function alreadyHere(): AppError {
  return new AppError('conflict', 'Somebody with this address belongs to the account already')
}

async function findOpen(client: PoolClient, accountId: string, email: string): Promise<Invite | undefined> {
  const found = await client.query<Invite>(
    `SELECT ${inviteColumns} FROM invite i WHERE account_id = $1 AND email = $2 AND ${isOpen}`,
    [accountId, email],
  )
  return found.rows[0]
}

/** Members and open invites have the seats of the plan, and only ten invites are open at once. */
async function requireRoom(client: PoolClient, { accountId, people }: InviteOrder): Promise<void> {
  const seats = await seatsTaken(client, accountId)
  const found = await client.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM invite i WHERE account_id = $1 AND ${isOpen}`,
    [accountId],
  )
  const open = found.rows[0]?.open ?? 0
  requireSeat(seats + open, people)
  if (open >= mostOpenInvites)
    throw new AppError('conflict', `${mostOpenInvites} invites are open already: withdraw one first`)
}

type NewInvite = { accountId: string; email: string; role: GivenRole; invitedBy: string }

async function insert(client: PoolClient, { accountId, email, role, invitedBy }: NewInvite): Promise<Invite> {
  // One whose time is over gives its place to the new one, and its link ends.
  await client.query(
    `UPDATE invite SET status = 'expired', mail_due_at = NULL WHERE account_id = $1 AND email = $2 AND status = 'pending'`,
    [accountId, email],
  )
  const made = await client.query<Invite>(
    `INSERT INTO invite AS i (id, account_id, email, role, status, invited_by, expires_at, mail_due_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, clock_timestamp() + interval '7 days', clock_timestamp())
     RETURNING ${inviteColumns}`,
    [randomUUID(), accountId, email, role, invitedBy],
  )
  if (!made.rows[0]) throw new Error('the invite was not stored')
  return made.rows[0]
}
