import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** The secrets of a local system. */
export const secretsSchema = z.object({
  callerKeys: z.string(),
  sealKeys: z.string(),
  authSecret: z.string(),
  networkKey: z.string(),
})
export type Secrets = z.infer<typeof secretsSchema>

/** What release 0.9.0 kept: its other secrets derived from it. */
export const formerSchema = z.object({ callerKeys: z.string() })

const random = () => randomBytes(32).toString('base64url')

/** The secrets of a new system. */
export function newSecrets(): Secrets {
  return { callerKeys: `k1:${random()}`, sealKeys: `k1:${random()}`, authSecret: random(), networkKey: random() }
}

/** The secrets that release 0.9.0 derived, so that what it sealed opens, its sessions live and networks keep their guests. */
export function secretsOfFormer({ callerKeys }: z.infer<typeof formerSchema>): Secrets {
  const derived = (use: string) => createHash('sha256').update(`${use} ${callerKeys}`).digest('hex')
  return { callerKeys, sealKeys: callerKeys, authSecret: derived('sessions'), networkKey: derived('networks') }
}
