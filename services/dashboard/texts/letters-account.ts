import type { Letter } from '@rts/shared/mail/letter'
import { dayOf } from './letter-words.ts'

type Linked = { url: string }
type Invited = Linked & { stopUrl: string; inviter: string; role: 'admin' | 'member' | 'viewer'; expiresAt: string }

const roleNames = { admin: 'an admin', member: 'a member', viewer: 'a viewer' }
const ignore = 'If this was not you, you can ignore this email.'

/** Letters about signing in, and about the people of an account. */
export const accountLetters = {
  /** To an address that signed up. */
  verify: ({ url }: Linked): Letter => ({
    subject: 'Confirm your email address',
    paragraphs: ['Open this link to confirm your email address. The link works for a day.', ignore],
    button: { label: 'Confirm email', url },
  }),

  /** To a person who asked for a new password. */
  reset: ({ url }: Linked): Letter => ({
    subject: 'Set a new password',
    paragraphs: [
      'Open this link to set a new password. It works once, within an hour.',
      `${ignore} Your password stays the same.`,
    ],
    button: { label: 'Set a new password', url },
  }),

  /** To a person whose address signed up again. */
  known: ({ url }: Linked): Letter => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone signed up with this address, which already has an account. Sign in, or set a new password there.',
      ignore,
    ],
    button: { label: 'Sign in', url },
  }),

  /** To a person whose password was reset. */
  changed: ({ url }: Linked): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and all other sessions were ended.',
      'If this was not you, set a new password at once.',
    ],
    button: { label: 'Set a new password', url },
  }),

  /** To the address that a person wants to use from now on. */
  newMail: ({ url }: Linked): Letter => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'To use this address from now on, open this link while you are signed in with the old one. It works once, within a day.',
      ignore,
    ],
    button: { label: 'Use this address', url },
  }),

  /** To the current address of a person who asked to use another. */
  oldMail: ({ url }: Linked): Letter => ({
    subject: 'You asked to change your email address',
    paragraphs: [
      'Someone who is signed in to your account asked to use another email address. Nothing changes until the link sent to that address is opened.',
      'If this was not you, set a new password at once: that cancels the request and ends all sessions.',
    ],
    button: { label: 'Set a new password', url },
  }),

  /** To a person who may not know the product: the inviter writes none of it. */
  invite: ({ url, stopUrl, inviter, role, expiresAt }: Invited): Letter => ({
    subject: 'You are invited to an account',
    paragraphs: [
      `${inviter} invites you to their account as ${roleNames[role]}.`,
      `The invite is for this address only and expires on ${dayOf(expiresAt)}.`,
      'If you do not know the sender, you can ignore this email.',
      `No more invites to this address: ${stopUrl}`,
    ],
    button: { label: 'See the invite', url },
    stopUrl,
  }),

  /** To the new owner of an account. */
  newOwner: ({ url, from }: Linked & { from: string }): Letter => ({
    subject: 'You now own an account',
    paragraphs: [
      `${from} transferred the ownership of their account to you.`,
      'You now receive its orders and its mail. The former owner is an admin.',
    ],
    button: { label: 'See the team', url },
  }),

  /** To the former owner of an account. */
  formerOwner: ({ url, to }: Linked & { to: string }): Letter => ({
    subject: 'Your account has a new owner',
    paragraphs: [
      `The ownership of your account was transferred to ${to}. You are now an admin.`,
      'If this was not you, set a new password at once and contact us.',
    ],
    button: { label: 'See the team', url },
  }),
}
