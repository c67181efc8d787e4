import { type Seal, SealError } from '@rts/shared/seal'
import { z } from 'zod'
import { registeredPrefix } from './rules/clients.ts'

/** A client as it described itself when it registered. */
export type Registration = { name: string; redirectUris: string[] }
export type Registrations = ReturnType<typeof createRegistrations>

/** A sealed text opens as what it was sealed as, and as nothing else. */
const place = 'registration of a client'
const contentSchema = z.object({ n: z.string(), r: z.array(z.string()).min(1) })

/** Registrations of clients (RFC 7591). Nothing is stored: the client's id is its registration, sealed. */
export function createRegistrations(seal: Seal) {
  return {
    /** The client's id. */
    seal: ({ name, redirectUris }: Registration): string =>
      registeredPrefix + seal.seal(JSON.stringify({ n: name, r: redirectUris }), place),

    /** Undefined for an id that is none, was changed, or whose key was removed. */
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

/** Base64url that is read leniently has many texts for the same bytes: a client has one id. */
function isWrittenOneWay(sealed: string): boolean {
  const [, ...parts] = sealed.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}
