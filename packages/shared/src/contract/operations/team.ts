import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers, roles } from '../operation.ts'
import { inviteRow, memberRow, receivedInviteRow } from '../rows/account.ts'
import { described } from '../words.ts'

const params = z.strictObject({ id: f.idParam })
const ok = z.object({ ok: z.literal(true) })
const givenRole = z.enum(['admin', 'member'])

/** Who belongs to an account, who is invited, and what they are in it. */
export const teamOperations = defineOperations({
  'team.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'Members of the account, and its invites that were not accepted yet',
    callers: ['account', 'person'],
    response: z.object({
      members: described(z.array(memberRow), 'Who belongs to the account'),
      invites: described(z.array(inviteRow), 'Invites that were not accepted yet'),
    }),
    http: { method: 'GET', path: '/team' },
  },
  'invites.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Invite somebody by mail; an open invite is answered as it is and not mailed again',
    callers: ['account', 'person'],
    roles: managers,
    body: z.strictObject({
      // Checked before it is lower-cased: a Kelvin sign would become a k.
      email: described(z.email().max(254).toLowerCase(), 'Whom to invite', 'bob@example.com'),
      role: described(givenRole.optional(), '`member` by default; a server key invites members only', 'member'),
    }),
    response: z.object({ id: described(f.id, 'The id of the invite'), invite: inviteRow, created: f.created }),
    refusals: ['plan_limit_reached', 'conflict'],
    http: { method: 'POST', path: '/team/invites' },
  },
  'invites.revoke': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Withdraw an invite that was not accepted yet',
    callers: ['person'],
    roles: managers,
    params,
    response: ok,
  },
  'invites.accept': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Join the account that invites; the invite was sent to the address of the person',
    callers: ['person'],
    personal: true,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    response: z.object({ accountId: f.id, role: z.enum(roles) }),
  },
  'receivedInvites.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'Open invites to the address of the person',
    callers: ['person'],
    personal: true,
    response: z.object({ invites: z.array(receivedInviteRow) }),
  },
  'members.update': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Make a member an admin, which only the owner may, or an admin a member',
    callers: ['person'],
    roles: managers,
    params,
    body: z.strictObject({ role: givenRole }),
    response: z.object({ member: memberRow }),
  },
  'members.delete': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Remove a member, from their next request on; keys that they made stay',
    callers: ['person'],
    roles: managers,
    params,
    response: ok,
  },
  'memberships.delete': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Leave an account; its owner cannot',
    callers: ['person'],
    personal: true,
    params: z.strictObject({ accountId: f.idParam }),
    response: ok,
  },
  'ownAccount.create': {
    owner: 'dashboard',
    kind: 'write',
    summary:
      'Make an account for a person who belongs to none, even if they are invited; else the one that they have is answered',
    callers: ['person'],
    personal: true,
    response: z.object({ accountId: f.id }),
  },
  'ownership.transfer': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Make an admin the owner of the account, and its owner an admin',
    callers: ['person'],
    roles: ['owner'],
    fresh: true,
    body: z.strictObject({ memberId: f.idParam }),
    response: z.object({ owner: memberRow }),
  },
})
