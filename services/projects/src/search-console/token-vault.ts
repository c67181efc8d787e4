import { createSeal, SealError } from '@rts/shared/seal'
import type { TokenVault, VaultPlace } from './vault.ts'

/** The place of a token: its table, row and column. */
const places: Record<VaultPlace, (row: string) => string> = {
  grant: (accountId) => `google_grant ${accountId} refresh_sealed`,
  farewell: (id) => `google_farewell ${id} token_sealed`,
  verifier: (stateHash) => `oauth_state ${stateHash} verifier_sealed`,
}

/** Seals tokens with `SEAL_KEYS`. */
export function createTokenVault(sealKeys: string): TokenVault {
  const seal = createSeal(sealKeys)
  return {
    keyId: seal.keyId,
    seal: (place, row, text) => seal.seal(text, places[place](row)),
    open(place, row, sealed) {
      try {
        return seal.open(sealed, places[place](row))
      } catch (error) {
        if (error instanceof SealError) return null
        throw error
      }
    },
  }
}
