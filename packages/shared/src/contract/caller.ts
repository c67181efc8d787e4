import { z } from 'zod'
import { planSchema } from '../plans.ts'
import { callerKinds } from './operation.ts'

/** Who asks, as the gateway (or a service's job) signs it for the owner of an operation. */
export const callerSchema = z.object({
  v: z.literal(1),
  /** Which of `CALLER_KEYS` signed. */
  kid: z.string(),
  iss: z.string(),
  aud: z.string(),
  /** Milliseconds since 1970, by the database's clock where admission took it. */
  iat: z.int(),
  kind: z.enum(callerKinds),
  /** Empty for the operator. */
  accountId: z.string(),
  plan: planSchema,
  keyId: z.string().nullable(),
  role: z.string().nullable(),
  /** A key that is limited to one site. */
  siteId: z.string().nullable(),
  /** Whether new data may be collected for this call. */
  collect: z.enum(['allow', 'deny']),
  requestId: z.string(),
})
export type Caller = z.infer<typeof callerSchema>

/** Names of the internal headers that carry the caller, and what a service says back to the gateway alone. */
export const callerHeader = 'x-rts-caller'
export const signatureHeader = 'x-rts-signature'
export const giveBackHeader = 'x-rts-give-back'
export const deadlineHeader = 'x-rts-deadline-ms'
/** The code of a problem, so that the gateway knows it without reading the body. */
export const codeHeader = 'x-rts-code'
