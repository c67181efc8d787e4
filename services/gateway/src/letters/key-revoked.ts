import type { EventState } from '@rts/shared/contract/events'
import type { Letter } from '@rts/shared/mail/letter'

type Revoked = EventState<'key.revoked'>

/** To the owner of a key that strikes revoked. */
export function revokedForOwner(key: Revoked): Letter {
  return {
    subject: subjectOf(key),
    paragraphs: [
      ...happened(key),
      'Calls with this key now get 401. Check the paths that your program calls, then create a new key in the dashboard.',
    ],
  }
}

/** To support, about the same. */
export function revokedForSupport(key: Revoked): Letter {
  return {
    subject: subjectOf(key),
    paragraphs: [...happened(key), `Account ${key.accountId}, owner ${key.ownerEmail}.`],
  }
}

function subjectOf({ start }: Revoked): string {
  return `Server key ${start}… revoked`
}

function happened({ name, start, revokedAt, strikes }: Revoked): string[] {
  return [
    `The server key "${name}" (${start}…) was revoked at ${revokedAt}.`,
    `It called ${strikes} addresses that are not on the list of endpoints.`,
  ]
}
