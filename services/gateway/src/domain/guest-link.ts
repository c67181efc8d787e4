import { createHash, randomBytes } from 'node:crypto'
import { invalidField } from '@rts/shared/errors'

/** Below the public address. */
export const claimPath = '/claim/'

/** A link that a person opens, and what is stored of it. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfLink(token) }
}

export function hashOfLink(token: string): Buffer {
  return createHash('sha256').update(`claim ${token}`).digest()
}

/** The address of a link on the dashboard. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}${claimPath}${token}`
}

/** The token of a link, whole or its last part. Throws `invalid_input` naming `link`. */
export function tokenOfLink(link: string): string {
  const token = /^(?:https?:\/\/[^\s?#]+\/claim\/)?([\w-]{43})\/?$/.exec(link.trim())?.[1]
  if (!token) throw invalidField('link', 'must be a link as request_link gave it')
  return token
}
