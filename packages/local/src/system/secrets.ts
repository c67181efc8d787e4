import { createHash, randomBytes } from 'node:crypto'
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

/** The one secret that release 0.9.0 kept: the others derived from it. */
export const formerSchema = z.object({ callerKeys: z.string() })

const random = () => randomBytes(32).toString('base64url')

/** The secrets of a new system. */
export function newSecrets(): Secrets {
  // safe because each program gets its own
  const callers = Object.fromEntries(programNames.map((name) => [name, newCallerKey()])) as Secrets['callers']
  return { secret: random(), sealKeys: `k1:${random()}`, authSecret: random(), networkKey: random(), callers }
}

/** The secrets that release 0.9.0 derived, so that what it sealed opens, its sessions live and networks keep their guests. */
export function secretsOfFormer({ callerKeys }: z.infer<typeof formerSchema>): Secrets {
  const derived = (use: string) => createHash('sha256').update(`${use} ${callerKeys}`).digest('hex')
  const standing = { sealKeys: callerKeys, authSecret: derived('sessions'), networkKey: derived('networks') }
  return { ...newSecrets(), secret: callerKeys, ...standing }
}
