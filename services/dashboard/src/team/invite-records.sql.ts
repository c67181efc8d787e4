import type { GivenRole } from '../accounts/rules/roles.ts'
import type { InviteStatus } from './rules/invites.ts'

export type Invite = {
  id: string
  accountId: string
  email: string
  role: GivenRole
  /** `expired` once its time is over. */
  status: InviteStatus
  /** The mail address of whoever invites. */
  invitedBy: string
  invitedAt: Date
  expiresAt: Date
}

/** An invite that may still be accepted. */
export const isOpen = `i.status = 'pending' AND i.expires_at > clock_timestamp()`

export const inviteColumns = `i.id, i.account_id AS "accountId", i.email, i.role,
  CASE WHEN i.status = 'pending' AND i.expires_at <= clock_timestamp() THEN 'expired' ELSE i.status END AS status,
  i.invited_by AS "invitedBy", i.invited_at AS "invitedAt", i.expires_at AS "expiresAt"`
