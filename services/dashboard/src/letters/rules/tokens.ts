import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The proof that a token is: that its holder was sent an invite, or that they get the mail of an address. */
type Purpose = 'invite' | 'no-invites' | 'no-reminders' | 'no-reports'

const idBytes = 16
const hashBytes = 32

/** A token is what it names, and a signature under LINK_KEY: nothing is stored, and a repeated mail has the same link. */
export function inviteTokens(linkKey: string) {
  const signed = (purpose: Purpose, subject: Buffer): string =>
    Buffer.concat([subject, signatureOf(linkKey, purpose, subject)]).toString('base64url')
  const opened = (purpose: Purpose, token: string, length: number): Buffer | undefined => {
    const bytes = Buffer.from(token, 'base64url')
    // Another spelling of the same bytes is another text.
    if (bytes.length !== length + hashBytes || bytes.toString('base64url') !== token) return undefined
    const subject = bytes.subarray(0, length)
    return timingSafeEqual(bytes.subarray(length), signatureOf(linkKey, purpose, subject)) ? subject : undefined
  }
  return {
    ofInvite: (id: string): string => signed('invite', bytesOf(id)),
    /** The id of the invite; undefined unless we signed it. */
    inviteOf(token: string): string | undefined {
      const id = opened('invite', token, idBytes)
      return id && idOf(id)
    },
    ofRecipient: (email: string): string => signed('no-invites', Buffer.from(recipientOf(email), 'base64url')),
    /** Who asks for no more invites; undefined unless we signed it. */
    recipientOf: (token: string): string | undefined => opened('no-invites', token, hashBytes)?.toString('base64url'),
    ofReminded: (email: string): string => signed('no-reminders', Buffer.from(recipientOf(email), 'base64url')),
    /** Who asks for no more reminders of payments; undefined unless we signed it. */
    remindedOf: (token: string): string | undefined => opened('no-reminders', token, hashBytes)?.toString('base64url'),
    ofReported: (reportId: string, email: string): string =>
      signed('no-reports', Buffer.concat([bytesOf(reportId), Buffer.from(recipientOf(email), 'base64url')])),
    /** Who asks for no more letters of which report; undefined unless we signed it. */
    reportedOf(token: string): { reportId: string; recipient: string } | undefined {
      const named = opened('no-reports', token, idBytes + hashBytes)
      if (!named) return undefined
      return { reportId: idOf(named.subarray(0, idBytes)), recipient: named.subarray(idBytes).toString('base64url') }
    },
  }
}
export type InviteTokens = ReturnType<typeof inviteTokens>

/** A mail address as it is kept where only its recurrence matters. */
export function recipientOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

/** A UUID in its sixteen bytes. */
function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function signatureOf(linkKey: string, purpose: Purpose, subject: Buffer): Buffer {
  return createHmac('sha256', linkKey).update(`${purpose} `).update(subject).digest()
}
