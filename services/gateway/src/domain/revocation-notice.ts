import type { EventState } from '@rts/shared/contract/events'

export type Mail = { to: string; subject: string; text: string; messageId: string }

/** The mail to the owner or support after strikes revoked a key; the same fact always makes the same message. */
export function revocationNotice(state: EventState<'key.revoked'>, to: string, role: 'owner' | 'support'): Mail {
  const lines = [
    `The server key "${state.name}" (${state.start}…) was revoked at ${state.revokedAt}.`,
    `It called ${state.strikes} addresses that are not on the list of endpoints.`,
    '',
    role === 'owner'
      ? 'Calls with this key now get 401. Check the paths that your program calls, then create a new key in the dashboard.'
      : `Account ${state.accountId}, owner ${state.ownerEmail}.`,
  ]
  return {
    to,
    subject: `Server key ${state.start}… revoked`,
    text: `${lines.join('\n')}\n`,
    messageId: `<key-revoked.${state.keyId}.${role}@rank-tracker>`,
  }
}
