import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 16

/** A secret of 128 bits. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Finds a report without keeping its secret. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
