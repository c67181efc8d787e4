import type { Invite } from './invites.sql.ts'
import type { Member } from './members.sql.ts'

/** A member as people and the API see one; `people` are those whom the plan allows. */
export function memberRow({ seat, joinedAt, ...member }: Member, people: number) {
  return { ...member, joinedAt: joinedAt.toISOString(), frozen: seat > people }
}

/** An invite as its sender sees it. */
export function inviteRow({ id, email, role, siteIds, status, invitedAt, expiresAt }: Invite) {
  return { id, email, role, siteIds, status, invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
