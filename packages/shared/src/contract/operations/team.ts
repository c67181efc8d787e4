import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, givenRoles, managers, maxLimitedSites, roles } from '../operation.ts'
import { inviteRow, memberRow, receivedInviteRow, teamInviteRow, teamMemberRow } from '../rows/account.ts'
import { described, keysChoose } from '../words.ts'

const params = z.strictObject({ id: f.idParam })
const ok = z.object({ ok: z.literal(true) })
const givenRole = z.enum(givenRoles)
/** Null: all. Admins see all. */
const siteIds = z.array(f.idParam).min(1).max(maxLimitedSites).nullable()

const newInvite = z.strictObject({
  // Before lower-casing: a Kelvin sign would become a k.
  email: described(z.email().max(254).toLowerCase(), 'Whom to invite', 'bob@example.com'),
  role: keysChoose(described(givenRole.optional(), '`member` by default', 'member'), ['member', 'viewer']),
})
const madeInvite = z.object({
  id: described(f.id, 'The id of the invite'),
  invite: inviteRow,
  created: f.created,
})

export const teamOperations = defineOperations({
  'team.list': {
    owner: 'dashboard',
    kind: 'read',
    scope: 'account',
    summary: 'Members of the account, and its invites that were not accepted yet',
    callers: ['account', 'person'],
    response: z.object({ members: z.array(teamMemberRow), invites: z.array(teamInviteRow) }),
    http: {
      method: 'GET',
      path: '/team',
      response: z.object({
        members: described(z.array(memberRow), 'Who belongs to the account'),
        invites: described(z.array(inviteRow), 'Invites that were not accepted yet'),
      }),
    },
  },
  'invites.create': {
    owner: 'dashboard',
    kind: 'write',
    scope: 'account',
    summary: 'Invite somebody by mail; an open invite is answered as it is and not mailed again',
    callers: ['account', 'person'],
    roles: managers,
    body: newInvite.extend({ siteIds: siteIds.optional() }),
    response: madeInvite.extend({ invite: teamInviteRow }),
    refusals: ['plan_limit_reached', 'conflict'],
    http: { method: 'POST', path: '/team/invites', body: newInvite, response: madeInvite },
  },
  'invites.revoke': {
    owner: 'dashboard',
    kind: 'write',
    scope: 'account',
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
    scope: 'account',
    summary: 'Change the role of a member, and the sites that they see; only the owner makes admins',
    callers: ['person'],
    roles: managers,
    params,
    /** An admin sees all sites. */
    body: z.strictObject({ role: givenRole.optional(), siteIds: siteIds.optional() }),
    response: z.object({ member: teamMemberRow }),
  },
  'members.delete': {
    owner: 'dashboard',
    kind: 'write',
    scope: 'account',
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
  'seats.get': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'What a member may do at this moment, for an agent that acts for them',
    callers: ['system'],
    params: z.strictObject({ accountId: f.idParam, personId: f.idParam }),
    /** `seat` is compared with the plan's people. */
    response: z.object({
      role: z.enum(roles),
      siteIds: z.array(f.id).nullable(),
      seat: z.int(),
      joinedAt: f.timestamp,
      /** Since they joined, or last got another role or other sites. */
      rightsSince: f.timestamp,
    }),
  },
  'ownership.transfer': {
    owner: 'dashboard',
    kind: 'write',
    scope: 'account',
    summary: 'Make an admin the owner of the account, and its owner an admin',
    callers: ['person'],
    roles: ['owner'],
    fresh: true,
    body: z.strictObject({ memberId: f.idParam }),
    response: z.object({ owner: memberRow }),
  },
})
