import { z } from 'zod'
import { planSchema } from '../plans.ts'
import { callerKinds } from './caller-kinds.ts'
import { roles } from './operation.ts'

/** The network of an anonymous agent or a browser: keyed hashes of it and, for IPv6, of its /48; `from` is coarse, for people to read. */
export const networkSchema = z.object({ hash: z.string(), area: z.string().nullable(), from: z.string() })

export const callerSchema = z
  .object({
    v: z.literal(1),
    /** `ISSUER.AUDIENCE`, by the ids of both keys. */
    kid: z.string(),
    iss: z.string(),
    aud: z.string(),
    /** Since 1970; by the database's clock where admission took it. */
    iat: z.int(),
    kind: z.enum(callerKinds),
    /** Empty for the operator, and for a person calling about themselves. */
    accountId: z.string(),
    plan: planSchema,
    keyId: z.string().nullable(),
    /** The person's, or of the person an agent acts for; null for others and without an account. */
    role: z.enum(roles).nullable(),
    /** Also set for a service acting in a person's name. */
    personId: z.string().min(1).nullable().optional(),
    sessionId: z.string().optional(),
    /** Null: all of the account. */
    siteIds: z.array(z.string()).nullable(),
    collect: z.enum(['allow', 'deny']),
    requestId: z.string(),
    /** Set only on calls forwarded from agents to mcp and from browsers to the dashboard. */
    network: networkSchema.nullable().optional(),
    host: z.string().optional(),
  })
  // A person's calls are permitted by role in an account and recorded by id.
  .refine(
    ({ kind, role, personId, accountId }) => kind !== 'person' || (personId && (role !== null) === (accountId !== '')),
  )
export type Caller = z.infer<typeof callerSchema>

export const callerHeader = 'x-rts-caller'
export const signatureHeader = 'x-rts-signature'
export const giveBackHeader = 'x-rts-give-back'
export const deadlineHeader = 'x-rts-deadline-ms'
/** The problem's code: the gateway need not parse the body. */
export const codeHeader = 'x-rts-code'

export type Call = {
  caller: Caller
  /** Milliseconds of `performance.now()`. */
  deadlineAt: number
  signal: AbortSignal
}
