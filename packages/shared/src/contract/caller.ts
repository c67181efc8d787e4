import { z } from 'zod'
import { planSchema } from '../plans.ts'
import { callerKinds } from './caller-kinds.ts'
import { roles } from './operation.ts'

/** The network of an anonymous agent or a browser: keyed hashes of it and, for IPv6, of its /48; `from` is coarse, for people to read. */
export const networkSchema = z.object({ hash: z.string(), area: z.string().nullable(), from: z.string() })

export const callerSchema = z
  .object({
    v: z.literal(1),
    /** Which keys of issuer and audience signed: `ISSUER.AUDIENCE`, by their ids. */
    kid: z.string(),
    iss: z.string(),
    aud: z.string(),
    /** Milliseconds since 1970, by the database's clock where admission took it. */
    iat: z.int(),
    kind: z.enum(callerKinds),
    /** Empty for the operator, and for a person on a row that is about themselves. */
    accountId: z.string(),
    plan: planSchema,
    keyId: z.string().nullable(),
    /** The person's, in this account; also of an agent that acts for a person. Null for other callers, and for a person without an account. */
    role: z.enum(roles).nullable(),
    /** Set for a person, and for a service that acts in a person's name. */
    personId: z.string().min(1).nullable().optional(),
    sessionId: z.string().optional(),
    /** The only sites that the caller may see; null: all of the account. */
    siteIds: z.array(z.string()).nullable(),
    /** Whether new data may be collected for this call. */
    collect: z.enum(['allow', 'deny']),
    requestId: z.string(),
    /** Set only when the gateway forwards an agent's call to mcp, or a browser's to the dashboard. */
    network: networkSchema.nullable().optional(),
    /** The Host that a browser named; set only for visitors. */
    host: z.string().optional(),
  })
  // A person's calls are permitted by role, in an account, and recorded by id.
  .refine(
    ({ kind, role, personId, accountId }) => kind !== 'person' || (personId && (role !== null) === (accountId !== '')),
  )
export type Caller = z.infer<typeof callerSchema>

export const callerHeader = 'x-rts-caller'
export const signatureHeader = 'x-rts-signature'
export const giveBackHeader = 'x-rts-give-back'
export const deadlineHeader = 'x-rts-deadline-ms'
/** The code of a problem, so that the gateway need not parse the body. */
export const codeHeader = 'x-rts-code'
