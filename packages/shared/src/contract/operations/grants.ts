import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { clientRow, consentRow } from '../rows/grant.ts'

/** The query with which a client sent the person to the authorization endpoint. */
const request = z.string().min(1).max(8_000)

const consent = {
  accountId: f.idParam,
  projectId: f.idParam.nullable(),
  client: clientRow.pick({ id: true, name: true }),
  redirectUri: z.string(),
  /** PKCE, S256. */
  challenge: z.string(),
}

/** Agents that connect by OAuth: the dashboard asks a person for consent, the gateway grants it. */
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
    summary: 'A code that a client exchanges once, within a minute, for an access that an owner or admin consented to',
    callers: ['system'],
    body: z.strictObject(consent),
    response: z.object({ code: z.string() }),
  },
  'memberGrants.create': {
    owner: 'gateway',
    kind: 'write',
    summary: 'The same, for an access that reaches as far as the person does at each call',
    callers: ['system'],
    /** `isManager`: an owner or admin now. A gateway of the release before serves no access of others. */
    body: z.strictObject({ ...consent, isManager: z.boolean() }),
    response: z.object({ code: z.string() }),
  },
})
