import { search as t } from '../../../texts/search.ts'

export const periods = { 7: t.days7, 28: t.days28, 90: t.days90, 480: t.months16 } as const
export type PeriodDays = keyof typeof periods
export const usualDays = 28

/** The period, and how a visit at Google ended, in the address of the page. */
export function searchConsoleSearch({ days, ...search }: Record<string, unknown>): {
  days?: PeriodDays
  google?: Outcome
} {
  return {
    ...outcomeOf(search),
    // safe because it is one of the names
    ...(typeof days === 'number' && days in periods && { days: days as PeriodDays }),
  }
}

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
