import { z } from 'zod'
import * as f from '../fields.ts'
import { longestClientId } from '../keys.ts'
import { defineOperations, managers } from '../operation.ts'
import { assistantRow, clientRow, consentRow, oauthClientRow } from '../rows/grant.ts'

/** The query at the authorization endpoint. */
const request = z.string().min(1).max(8_000)

const accountParams = z.strictObject({ accountId: f.idParam })
const ok = z.object({ ok: z.literal(true) })

/** The dashboard asks for consent, the gateway grants access. */
export const grantOperations = defineOperations({
  'consents.check': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'Which client asks for access, and whether its request can be granted',
    callers: ['person'],
    personal: true,
    query: z.strictObject({ request }),
    response: consentRow,
  },
  'consents.accept': {
    owner: 'dashboard',
    kind: 'write',
    scope: 'sites',
    summary: 'Let a client work in the account, or in one of its sites; answers where to go back to, with a code',
    callers: ['person'],
    own: true,
    body: z.strictObject({ request, projectId: f.idParam.nullable() }),
    response: z.object({ returnUrl: z.string() }),
  },
  'grants.create': {
    owner: 'gateway',
    kind: 'write',
    summary:
      'A code that a client exchanges once, within a minute, for an access that reaches as far as the person does at each call',
    callers: ['system'],
    body: z.strictObject({
      accountId: f.idParam,
      projectId: f.idParam.nullable(),
      client: clientRow.pick({ id: true, name: true, host: true }),
      redirectUri: z.string(),
      challenge: z.string(),
      rightsSince: f.timestamp,
    }),
    response: z.object({ code: z.string() }),
  },
  'oauthClients.get': {
    owner: 'gateway',
    kind: 'read',
    summary: 'A client that registered itself, or that was made by hand, by its id',
    callers: ['system'],
    query: z.strictObject({ id: z.string().min(1).max(longestClientId) }),
    response: z.object({
      client: oauthClientRow
        .pick({ id: true, name: true, redirectUris: true, skipsPkce: true })
        .extend({ proof: clientRow.shape.proof, accountId: z.string().nullable() }),
    }),
  },
  'oauthClients.list': {
    owner: 'gateway',
    kind: 'read',
    scope: 'account',
    summary: 'Clients that were made by hand, and how many there may be',
    callers: ['person'],
    roles: managers,
    params: accountParams,
    response: z.object({ clients: z.array(oauthClientRow), limit: z.int() }),
  },
  'oauthClients.create': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    once: true,
    summary: 'Make a client for a host that asks for a client id; its secret is answered this once',
    callers: ['person'],
    roles: managers,
    fresh: true,
    params: accountParams,
    body: z.strictObject({
      name: f.name(100),
      redirectUris: z.array(z.string().trim().min(1).max(500)).min(1).max(10),
      isConfidential: z.boolean(),
      /** Its host cannot do PKCE; needs a secret. */
      skipsPkce: z.boolean().optional(),
    }),
    response: z.object({ client: oauthClientRow, secret: z.string().nullable() }),
  },
  'oauthClients.delete': {
    owner: 'gateway',
    kind: 'write',
    scope: 'account',
    summary: 'Delete a client that was made by hand, and end every access that it was given',
    callers: ['person'],
    roles: managers,
    params: accountParams.extend({ clientId: f.idParam }),
    response: ok,
  },
  'assistants.list': {
    owner: 'gateway',
    kind: 'read',
    scope: 'open',
    summary: 'Assistants that the person connected to the account; for owners and admins those of everybody in it',
    callers: ['person'],
    params: accountParams,
    response: z.object({ assistants: z.array(assistantRow), limit: z.int() }),
  },
  'assistants.revoke': {
    owner: 'gateway',
    kind: 'write',
    scope: 'open',
    own: true,
    summary: 'End the access of an assistant: one’s own, or as an owner or admin anybody’s in the account',
    callers: ['person'],
    params: accountParams.extend({ assistantId: f.idParam }),
    response: ok,
  },
})
