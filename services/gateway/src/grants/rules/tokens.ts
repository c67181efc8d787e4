import { hash, hkdfSync, randomBytes } from 'node:crypto'

/** How long a code may be exchanged, and how long an access token is accepted. */
export const codeSeconds = 60
export const accessSeconds = 3_600
/** How long a used refresh token gives its successors again: to a client that lost the answer, or that asks several times at once. */
export const repeatSeconds = 10
/** Without a call for so long an access ends, and counts no more. */
export const idleDays = 90

/** A refresh token has two halves: the first belongs to its grant, the second is new after each use. */
export type RefreshToken = { family: string; secret: string }

/** `seconds` is what is left of the access token's life. */
export type Tokens = { access: string; refresh: string; seconds: number }

export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

export function newRefreshToken(): RefreshToken {
  return { family: newCode(), secret: newCode() }
}

/** Always the same for a token and a salt. A reader of the database has only the salt, a thief only the token: neither can derive them. */
export function successorsOf(token: RefreshToken, salt: Buffer): { access: Buffer; refresh: RefreshToken } {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', token.secret, salt, purpose, 32))
  const refresh = { family: token.family, secret: derived('refresh').toString('base64url') }
  return { access: derived('access'), refresh }
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
