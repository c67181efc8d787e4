import { search as t } from '../../../texts/search.ts'
/** How a visit at Google ended, by what the way back says of it. */
export const outcomes = {
  connected: t.googleIsConnected,
  denied: t.youDeniedAccess,
  unticked: t.searchConsoleWasNotTicked,
  no_refresh_token: t.googleGrantedNoLastingPermission,
  state_invalid: t.thisLinkWasAlreadyUsed,
  signed_out: t.youWereSignedOutMeanwhile,
  failed: t.googleReturnedAnUnexpectedAnswer,
}
export type Outcome = keyof typeof outcomes

export function outcomeOf({ google }: Record<string, unknown>): { google?: Outcome } {
  // safe because it is one of the names
  return typeof google === 'string' && google in outcomes ? { google: google as Outcome } : {}
}
