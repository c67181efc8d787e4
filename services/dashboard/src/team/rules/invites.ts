import { AppError } from '@rts/shared/errors'

export type InviteStatus = 'pending' | 'accepted' | 'revoked' | 'expired'
/** Invites of an account that are open at once. */
export const maxOpenInvites = 10

/** Why an invite is not open. */
export function overBecause(status: InviteStatus | undefined): AppError {
  switch (status) {
    case 'accepted':
      return new AppError('not_found', 'This invite was accepted already')
    case 'revoked':
      return new AppError('not_found', 'This invite was withdrawn')
    case 'expired':
      return new AppError('not_found', 'This invite is no longer valid: ask for a new one')
    case 'pending':
    case undefined:
      return new AppError('not_found', 'There is no such invite')
    default: {
      const missing: never = status
      return missing
    }
  }
}
