import { createSeal, SealError } from '@rts/shared/seal'

/** Sealed tokens of a grant, among those that Google is to revoke, or of a consent that has begun. */
type VaultPlace = 'grant' | 'revocation' | 'verifier'

/** Seals tokens for their table, row and column: in another one they open nothing. */
export type TokenVault = {
  keyId: string
  seal(place: VaultPlace, row: string, text: string): string
  /** Null where the key is lost, or the text is not of this place. */
  open(place: VaultPlace, row: string, sealed: string): string | null
}

const places: Record<VaultPlace, (row: string) => string> = {
  grant: (accountId) => `google_grant ${accountId} refresh_sealed`,
  revocation: (id) => `google_farewell ${id} token_sealed`,
  verifier: (stateHash) => `oauth_state ${stateHash} verifier_sealed`,
}

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
