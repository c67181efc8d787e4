import type { Invite } from './invites.sql.ts'
import type { Member } from './members.sql.ts'

/** A member as the API shows one; `people` are those whom the plan allows. */
export function memberRow({ seat, joinedAt, ...member }: Member, people: number) {
  return { ...member, joinedAt: joinedAt.toISOString(), frozen: seat > people }
}

/** An invite as its sender sees it. */
export function inviteRow({ id, email, role, status, invitedAt, expiresAt }: Invite) {
  return { id, email, role, status, invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
