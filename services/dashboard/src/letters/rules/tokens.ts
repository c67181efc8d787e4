import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export const siteLetterKinds = ['alerts', 'weekly'] as const
export type SiteLetterKind = (typeof siteLetterKinds)[number]
/** Letters of a kind to a person about some sites. */
export type SiteLetters = { kind: SiteLetterKind; personId: string; siteIds: readonly string[] }

type AskedPurpose = 'reports-confirmed' | 'reports-declined'
/** Somebody who was asked, by the hash of their address, and the account that asked. */
export type AskedRecipient = { accountId: string; recipient: string }

/** The proof that a token is: that its holder was sent an invite, or that they get the mail of an address. */
type Purpose = 'invite' | 'no-invites' | 'no-reminders' | 'no-reports' | AskedPurpose | `no-${SiteLetterKind}`

const idBytes = 16
const hashBytes = 32

/** A token is what it names, and a signature under LINK_KEY: nothing is stored, and a repeated mail has the same link. One that we did not sign is read as undefined. */
export function inviteTokens(linkKey: string) {
  const signed = (purpose: Purpose, subject: Buffer): string =>
    Buffer.concat([subject, signatureOf(linkKey, purpose, subject)]).toString('base64url')
  /** `length` is that of the subject in bytes, where it is always the same. */
  const opened = (purpose: Purpose, token: string, length?: number): Buffer | undefined => {
    const bytes = Buffer.from(token, 'base64url')
    const end = bytes.length - hashBytes
    // Another spelling of the same bytes is another text.
    if (end <= 0 || end !== (length ?? end) || bytes.toString('base64url') !== token) return undefined
    const subject = bytes.subarray(0, end)
    return timingSafeEqual(bytes.subarray(end), signatureOf(linkKey, purpose, subject)) ? subject : undefined
  }
  const ofAsked = (purpose: AskedPurpose, accountId: string, email: string): string =>
    signed(purpose, Buffer.from([accountId, recipientOf(email)].join(' ')))
  const askedOf = (purpose: AskedPurpose, token: string): AskedRecipient | undefined => {
    const [accountId, recipient] = opened(purpose, token)?.toString().split(' ') ?? []
    return accountId === undefined || recipient === undefined ? undefined : { accountId, recipient }
  }
  return {
    ofInvite: (id: string): string => signed('invite', Buffer.from(id.replaceAll('-', ''), 'hex')),
    inviteOf(token: string): string | undefined {
      const hex = opened('invite', token, idBytes)?.toString('hex')
      return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    ofRecipient: (email: string): string => signed('no-invites', Buffer.from(recipientOf(email), 'base64url')),
    recipientOf: (token: string): string | undefined => opened('no-invites', token, hashBytes)?.toString('base64url'),
    ofReminded: (email: string): string => signed('no-reminders', Buffer.from(recipientOf(email), 'base64url')),
    remindedOf: (token: string): string | undefined => opened('no-reminders', token, hashBytes)?.toString('base64url'),
    ofReported: (reportId: string, email: string): string =>
      signed('no-reports', Buffer.from([reportId, recipientOf(email)].join(' '))),
    reportedOf(token: string): { reportId: string; recipient: string } | undefined {
      const [reportId, recipient] = opened('no-reports', token)?.toString().split(' ') ?? []
      return reportId === undefined || recipient === undefined ? undefined : { reportId, recipient }
    },
    ofAgreeing: (accountId: string, email: string): string => ofAsked('reports-confirmed', accountId, email),
    agreeingOf: (token: string): AskedRecipient | undefined => askedOf('reports-confirmed', token),
    ofDeclining: (accountId: string, email: string): string => ofAsked('reports-declined', accountId, email),
    decliningOf: (token: string): AskedRecipient | undefined => askedOf('reports-declined', token),
    ofSiteLetters: ({ kind, personId, siteIds }: SiteLetters): string =>
      signed(`no-${kind}`, Buffer.from([personId, ...siteIds].join(' '))),
    siteLettersOf(token: string): SiteLetters | undefined {
      for (const kind of siteLetterKinds) {
        const [personId, ...siteIds] = opened(`no-${kind}`, token)?.toString().split(' ') ?? []
        if (personId !== undefined) return { kind, personId, siteIds }
      }
      return undefined
    },
  }
}
export type InviteTokens = ReturnType<typeof inviteTokens>

/** A mail address as it is kept where only its recurrence matters. */
export function recipientOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

function signatureOf(linkKey: string, purpose: Purpose, subject: Buffer): Buffer {
  return createHmac('sha256', linkKey).update(`${purpose} `).update(subject).digest()
}
