import { createHash, randomBytes } from 'node:crypto'
import { invalidField } from '@rts/shared/errors'

/** A new link's token, and the hash that is stored. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfLink(token) }
}

export function hashOfLink(token: string): Buffer {
  return createHash('sha256').update(`claim ${token}`).digest()
}

/** The public address of a link: the dashboard's page. The token is behind the `#`, which no server and no log sees. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/claim#${token}`
}

/** The token in a whole link, or in its last part. Throws `invalid_input` naming `link`. */
export function tokenOfLink(link: string): string {
  const token = /^(?:https?:\/\/[^\s?#]+\/claim#)?([\w-]{43})\/?$/.exec(link.trim())?.[1]
  if (!token) throw invalidField('link', 'must be a link from request_link')
  return token
}
