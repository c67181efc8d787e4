import { AppError } from '@rts/shared/errors'
import { refusals } from '@rts/shared/texts/refusals'

export type InviteStatus = 'pending' | 'accepted' | 'revoked' | 'expired'
/** Invites of an account that are open at once. */
export const maxOpenInvites = 10

/** Why an invite is not open. */
export function overBecause(status: InviteStatus | undefined): AppError {
  switch (status) {
    case 'accepted':
      return new AppError('not_found', refusals.inviteAccepted)
    case 'revoked':
      return new AppError('not_found', refusals.inviteWithdrawn)
    case 'expired':
      return new AppError('not_found', refusals.inviteOver)
    case 'pending':
    case undefined:
      return new AppError('not_found', 'There is no such invite')
    default: {
      const missing: never = status
      return missing
    }
  }
}
