/** How a visit at Google ended, by what the way back says of it. */
export const outcomes = {
  connected: 'Google is connected.',
  denied: 'You did not allow it, so nothing was connected.',
  unticked:
    'The search console was not ticked at Google, so there would be nothing to read. Connect again and leave it ticked.',
  no_refresh_token: 'Google gave no lasting permission. Connect again.',
  state_invalid: 'This way back was used already, is too old, or began in another session. Connect again.',
  signed_out: 'You were signed out on the way. Sign in and connect again.',
  failed: 'Google did not answer as it should. Try again in a few minutes.',
}
export type Outcome = keyof typeof outcomes

/** Reads the outcome from an address. */
export function outcomeOf({ google }: Record<string, unknown>): { google?: Outcome } {
  // safe because it is one of the names
  return typeof google === 'string' && google in outcomes ? { google: google as Outcome } : {}
}
