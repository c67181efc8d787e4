/** Where a sealed token belongs: in a grant, among those that Google is to revoke, or with a way to Google that has begun. */
export type VaultPlace = 'grant' | 'farewell' | 'verifier'

/** Seals tokens for their table, row and column: in another one they open nothing. */
export type TokenVault = {
  /** The key that seals now. */
  keyId: string
  seal(place: VaultPlace, row: string, text: string): string
  /** Null where the key is lost, or the text is not of this place. */
  open(place: VaultPlace, row: string, sealed: string): string | null
}
