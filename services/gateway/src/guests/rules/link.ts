import { createHash, randomBytes } from 'node:crypto'
import { invalidField } from '@rts/shared/errors'

export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfLink(token) }
}

export function hashOfLink(token: string): Buffer {
  return createHash('sha256').update(`claim ${token}`).digest()
}

/** The token is behind the `#`, which no server and no log sees. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/claim#${token}`
}

/** From a whole link or its last part. Throws `invalid_input` naming `link`. */
export function tokenOfLink(link: string): string {
  const token = /^(?:https?:\/\/[^\s?#]+\/claim#)?([\w-]{43})\/?$/.exec(link.trim())?.[1]
  if (!token) throw invalidField('link', 'must be a link from request_link')
  return token
}
