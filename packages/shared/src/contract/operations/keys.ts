import { z } from 'zod'
import * as f from '../fields.ts'
import { lastingKinds } from '../keys.ts'
import { defineOperations, managers } from '../operation.ts'
import { keyRow } from '../rows/account.ts'

const callers = ['operator', 'system'] as const
const accountParams = z.strictObject({ accountId: f.idParam })

export const keyOperations = defineOperations({
  'keys.create': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    once: true,
    summary: 'Create a key; the full key is answered this once',
    callers: [...callers, 'person'],
    roles: managers,
    fresh: true,
    params: accountParams,
    body: z.strictObject({ name: f.name(100), kind: z.enum(lastingKinds).default('server') }),
    response: z.object({ key: keyRow, secret: z.string() }),
  },
  'keys.list': {
    owner: 'gateway',
    kind: 'read',
    scope: 'account',
    summary: 'The keys of an account, revoked ones too, and how many of each kind may work at once',
    callers: [...callers, 'person'],
    roles: managers,
    params: accountParams,
    /** `strikes`: enough to revoke a server key. */
    response: z.object({
      keys: z.array(keyRow),
      limits: z.object({ server: z.int(), lasting: z.int(), strikes: z.int() }),
    }),
  },
  'keys.revoke': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    summary: 'Revoke a key for every request admitted from now on',
    callers: [...callers, 'person'],
    roles: managers,
    params: z.strictObject({ keyId: f.idParam }),
    response: z.object({ key: keyRow }),
  },
})
