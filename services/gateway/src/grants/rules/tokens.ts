import { hash, hkdfSync, randomBytes } from 'node:crypto'
import { generateKey } from '../../keys/rules/key-format.ts'

/** How long a code may be exchanged, and how long an access token is accepted. */
export const codeSeconds = 60
export const accessSeconds = 3_600
/** How long a used refresh token gives its successors again: to a client that lost the answer, or that asks several times at once. */
export const repeatSeconds = 60

/** A refresh token has two halves: the first belongs to its grant, the second is new after each use. */
export type RefreshToken = { family: string; secret: string }

export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

export function newRefreshToken(): RefreshToken {
  return { family: newCode(), secret: newCode() }
}

/**
 * The tokens that follow a refresh token, always the same for the same salt. Whoever has only the token or only the salt, as a reader
 * of the database has, cannot make them.
 */
export function successorsOf(token: RefreshToken, salt: Buffer): { access: string; refresh: RefreshToken } {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', token.secret, salt, purpose, 32))
  const refresh = { family: token.family, secret: derived('refresh').toString('base64url') }
  return { access: generateKey('lasting', derived('access')), refresh }
}

export function textOfRefreshToken({ family, secret }: RefreshToken): string {
  return `rts_rt_${family}${secret}`
}

/** Undefined for a text that cannot be a refresh token. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, family, secret] = /^rts_rt_([\w-]{43})([\w-]{43})$/.exec(text) ?? []
  return family && secret ? { family, secret } : undefined
}

/** Whether a challenge was made of this verifier (RFC 7636, S256). */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && hash('sha256', verifier, 'base64url') === challenge
}
