import type { Letter } from '@rts/shared/mail/letter'

/** An invite as its letter tells it. */
export type Invited = { url: string; stopUrl: string; inviter: string; role: 'admin' | 'member'; expiresAt: string }
/** An account that has another owner now. */
export type Transferred = { url: string; from: string; to: string }

/** To somebody who may never have heard of us: nothing in it is written by whoever invites. */
export function inviteLetter({ url, stopUrl, inviter, role, expiresAt }: Invited): Letter {
  return {
    subject: 'You are invited to an account',
    paragraphs: [
      `${inviter} invites you to their account as ${role === 'admin' ? 'an admin' : 'a member'}.`,
      `The invite is for this mail address alone and is good until ${dayOf(expiresAt)}.`,
      'If you do not know who this is, you need not do anything.',
      `No more invites to this address: ${stopUrl}`,
    ],
    button: { label: 'See the invite', url },
    stopUrl,
  }
}

/** To whoever owns an account from now on. */
export function newOwnerLetter({ url, from }: Transferred): Letter {
  return {
    subject: 'You own an account now',
    paragraphs: [
      `${from} has transferred the ownership of their account to you.`,
      'Its orders and mail about it are yours from now on. Whoever owned it before is an admin of it.',
    ],
    button: { label: 'See the team', url },
  }
}

/** To whoever owned the account until now. */
export function formerOwnerLetter({ url, to }: Transferred): Letter {
  return {
    subject: 'Your account has a new owner',
    paragraphs: [
      `The ownership of your account was transferred to ${to}. You are an admin of it now.`,
      'If this was not you, set a new password at once and write to us.',
    ],
    button: { label: 'See the team', url },
  }
}

function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(timestamp))
}
