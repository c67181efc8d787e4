import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { inviteRow, memberRow } from '../rows/account.ts'

export const teamOperations = defineOperations({
  'team.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'Members and pending invites of the account',
    callers: ['account', 'person'],
    response: z.object({ members: z.array(memberRow), invites: z.array(inviteRow) }),
    http: { method: 'GET', path: '/team' },
    planned: true,
  },
  'invites.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Invite somebody by mail',
    callers: ['account', 'person'],
    roles: managers,
    body: z.strictObject({ email: z.email().max(254) }),
    response: z.object({ id: f.id, invite: inviteRow, created: z.boolean() }),
    http: { method: 'POST', path: '/team/invites' },
    planned: true,
  },
  'memberships.delete': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Leave an account; its owner cannot',
    callers: ['person'],
    personal: true,
    params: z.strictObject({ accountId: f.idParam }),
    response: z.object({ ok: z.literal(true) }),
  },
})
