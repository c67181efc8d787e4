import { createHash, randomBytes } from 'node:crypto'

/** The state that a person takes to Google and back: their account, so that the tab it began in does not matter, and a secret. */
export function newState(accountId: string): string {
  return `${accountId}.${randomBytes(32).toString('base64url')}`
}

/** How secrets that come back are stored. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
