import { type Seal, SealError } from '@rts/shared/seal'
import { z } from 'zod'
import { registeredPrefix } from './rules/clients.ts'

export type Registration = { name: string; redirectUris: string[] }
export type Registrations = ReturnType<typeof createRegistrations>

/** A sealed text opens only as what it was sealed as. */
const place = 'registration of a client'
const contentSchema = z.object({ n: z.string(), r: z.array(z.string()).min(1) })

/** RFC 7591. Nothing is stored: the client's id is its sealed registration. */
export function createRegistrations(seal: Seal) {
  return {
    seal: ({ name, redirectUris }: Registration): string =>
      registeredPrefix + seal.seal(JSON.stringify({ n: name, r: redirectUris }), place),

    /** Undefined for no id, a changed one, or a removed key. */
    open(id: string): Registration | undefined {
      const sealed = id.slice(registeredPrefix.length)
      if (!id.startsWith(registeredPrefix) || !isWrittenOneWay(sealed)) return undefined
      try {
        const { n, r } = contentSchema.parse(JSON.parse(seal.open(sealed, place)))
        return { name: n, redirectUris: r }
      } catch (error) {
        if (error instanceof SealError) return undefined
        throw error
      }
    },
  }
}

/** Lenient base64url has many spellings of the same bytes: a client has one id. */
function isWrittenOneWay(sealed: string): boolean {
  const [, ...parts] = sealed.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}
