import { randomBytes } from 'node:crypto'
import { programNames } from '@rts/shared/contract/services'
import { newCallerKey } from '@rts/shared/service/caller-keys'
import { z } from 'zod'

/** The secrets of a local system. */
export const secretsSchema = z.object({
  /** Passwords of the databases' roles, and of the person of the demo, derive from it. */
  secret: z.string(),
  sealKeys: z.string(),
  authSecret: z.string(),
  networkKey: z.string(),
  /** The private keys with which programs sign calls. */
  callers: z.record(z.enum(programNames), z.string()),
})
export type Secrets = z.infer<typeof secretsSchema>

const random = () => randomBytes(32).toString('base64url')

/** The secrets of a new system. */
export function newSecrets(): Secrets {
  // safe because each program gets its own
  const callers = Object.fromEntries(programNames.map((name) => [name, newCallerKey()])) as Secrets['callers']
  return { secret: random(), sealKeys: `k1:${random()}`, authSecret: random(), networkKey: random(), callers }
}
