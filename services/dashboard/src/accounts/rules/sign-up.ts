import { AppError } from '@rts/shared/errors'
import { refusals } from '@rts/shared/texts/refusals'

/** Who may make an account of their own: everybody, who has an invite of a team, nobody. */
export type SignUpWay = 'open' | 'invite' | 'closed'

/** The refusal of a new account, where not everybody may make one. */
export function signUpClosed(signUp: Exclude<SignUpWay, 'open'>): AppError {
  return new AppError('sign_up_closed', signUp === 'closed' ? refusals.signUpClosed : refusals.signUpByInvite)
}
