import { timingSafeEqual } from 'node:crypto'
import type { Database } from '@rts/shared/service/transaction'
import { hashOfKey } from '../keys/keys.ts'
import { findClient } from './oauth-clients.sql.ts'
import type { Registrations } from './registrations.ts'
import { proofOf } from './rules/clients.ts'

/** A client as it shows itself at the token endpoint. */
export type ShownClient = { id: string; secret: string | null }
/** `skipsPkce`: it may ask without a challenge. `isKnown` is false for a registration that cannot be read: what it was granted before goes on. */
type Standing = { skipsPkce: boolean; isKnown: boolean }
export type Authenticate = (shown: ShownClient) => Promise<Standing | undefined>

/**
 * Whether a client is who it says; undefined if it is not. One that was made by hand with a secret shows it. The others have none:
 * the verifier of a code and the rotation of refresh tokens stand for it.
 */
export function createAuthenticate(database: Database, registrations: Registrations): Authenticate {
  return async ({ id, secret }) => {
    const proof = proofOf(id)
    if (proof !== 'made')
      return { skipsPkce: false, isKnown: proof === 'document' || registrations.open(id) !== undefined }
    const made = await findClient(database, id)
    if (!made?.secretHash) return made && { skipsPkce: false, isKnown: true }
    const isItsSecret = secret !== null && timingSafeEqual(hashOfKey(secret), made.secretHash)
    return isItsSecret ? { skipsPkce: made.skipsPkce, isKnown: true } : undefined
  }
}
