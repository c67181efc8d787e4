import type { Caller } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'

/** A person sees only their own account. Throws `not_found`. */
export function requireOwn(caller: Caller, accountId: string): void {
  if (caller.kind === 'person' && caller.accountId !== accountId) throw new AppError('not_found', 'No such account')
}
