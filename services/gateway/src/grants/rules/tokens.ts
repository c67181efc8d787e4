import { hash, hkdfSync, randomBytes } from 'node:crypto'

export const codeSeconds = 60
export const accessSeconds = 3_600
/** For a client that lost the answer, or asks several times at once. */
export const repeatSeconds = 10
/** Without a call for this long an access ends. */
export const idleDays = 90

/** The first half belongs to the grant, the second is new after each use. */
export type RefreshToken = { family: string; secret: string }

export type Tokens = { access: string; refresh: string; seconds: number }

export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

export function newRefreshToken(): RefreshToken {
  return { family: newCode(), secret: newCode() }
}

/** Derived from token and salt: a database reader lacks the token, a thief the salt. */
export function successorsOf(token: RefreshToken, salt: Buffer): { access: Buffer; refresh: RefreshToken } {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', token.secret, salt, purpose, 32))
  const refresh = { family: token.family, secret: derived('refresh').toString('base64url') }
  return { access: derived('access'), refresh }
}

export function textOfRefreshToken({ family, secret }: RefreshToken): string {
  return `rts_rt_${family}${secret}`
}

export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, family, secret] = /^rts_rt_([\w-]{43})([\w-]{43})$/.exec(text) ?? []
  return family && secret ? { family, secret } : undefined
}

/** RFC 7636, S256. */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && hash('sha256', verifier, 'base64url') === challenge
}
