import { hash, randomBytes } from 'node:crypto'

/** How long a code may be exchanged, and how long an access token is accepted. */
export const codeSeconds = 60
export const accessSeconds = 3_600
/** How long a refresh token may be used once more, for a client that never got the answer to its first use. */
export const repeatSeconds = 60

/** A refresh token has two halves: the first belongs to its grant, the second is new after each use. */
export type RefreshToken = { family: string; secret: string }

export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

/** The first refresh token of a grant, or the next one of its family. */
export function newRefreshToken(family = newCode()): RefreshToken {
  return { family, secret: newCode() }
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
