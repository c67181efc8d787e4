import type { Letter } from '@rts/shared/mail/letter'

/** Where a letter leads. */
export type Linked = { url: string }

const ignore = 'If this was not you, you need not do anything.'

/** To an address that signed up. */
export function verifyLetter({ url }: Linked): Letter {
  return {
    subject: 'Confirm your mail address',
    paragraphs: ['Open this link and confirm that this address is yours. It is good for a day.', ignore],
    button: { label: 'Confirm this address', url },
  }
}

/** To a person who asked for a new password. */
export function resetLetter({ url }: Linked): Letter {
  return {
    subject: 'Set a new password',
    paragraphs: [
      'Open this link to set a new password. It is good for an hour, and once.',
      `${ignore} Your password stays as it is.`,
    ],
    button: { label: 'Set a new password', url },
  }
}

/** To a person whose address signed up again. */
export function knownLetter({ url }: Linked): Letter {
  return {
    subject: 'You already have an account',
    paragraphs: [
      'Somebody signed up with this address, which has an account already. Sign in, or set a new password there.',
      ignore,
    ],
    button: { label: 'Sign in', url },
  }
}

/** To a person whose password was reset. */
export function changedLetter({ url }: Linked): Letter {
  return {
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and all other sessions were ended.',
      'If this was not you, set a new one at once.',
    ],
    button: { label: 'Set a new password', url },
  }
}

/** To the address that a person wants to use from now on. */
export function newMailLetter({ url }: Linked): Letter {
  return {
    subject: 'Confirm your new mail address',
    paragraphs: [
      'Open this link, signed in as you are today, to use this address from now on. It is good for a day, and once.',
      ignore,
    ],
    button: { label: 'Use this address', url },
  }
}

/** To the address that a person has, when they ask for another. */
export function oldMailLetter({ url }: Linked): Letter {
  return {
    subject: 'You asked for another mail address',
    paragraphs: [
      'Somebody who is signed in as you asked to sign in with another mail address. Nothing changes until the link that went there is used.',
      'If this was not you, set a new password at once: that ends the request and all sessions.',
    ],
    button: { label: 'Set a new password', url },
  }
}

/** To the owner of an account whose connection to Google ended by itself. */
export function brokenConnectionLetter({ url, google }: { url: string; google: string }): Letter {
  return {
    subject: 'Your connection to the search console has ended',
    paragraphs: [
      `Google no longer accepts the connection of ${google}, so that nothing new is read from the search console.`,
      'What was read stays. This happens when the connection is removed at Google, when its password changes, or when nobody has used it for half a year.',
      'Connect it again to go on reading.',
    ],
    button: { label: 'Connect again', url },
  }
}
