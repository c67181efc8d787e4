import type { Letter } from '@rts/shared/mail/letter'

type Revoked = { name: string; start: string; revokedAt: string; strikes: number }
type RevokedOf = Revoked & { accountId: string; ownerEmail: string }

/** The letters of the service: subject and paragraphs. */
export const letters = {
  revokedForOwner: (key: Revoked): Letter => ({
    subject: subjectOf(key),
    paragraphs: [
      ...whyRevoked(key),
      'Calls with this key now get 401. Check the paths that your program calls, then create a new key in the dashboard.',
    ],
  }),

  revokedForSupport: (key: RevokedOf): Letter => ({
    subject: subjectOf(key),
    paragraphs: [...whyRevoked(key), `Account ${key.accountId}, owner ${key.ownerEmail}.`],
  }),
}

function subjectOf({ start }: Revoked): string {
  return `Server key ${start}… revoked`
}

function whyRevoked({ name, start, revokedAt, strikes }: Revoked): string[] {
  return [
    `The server key "${name}" (${start}…) was revoked at ${revokedAt}.`,
    `It called ${strikes} paths that are not listed endpoints.`,
  ]
}
