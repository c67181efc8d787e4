import type { Caller } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'

/** The name in the audit log: a person, or the service that signed, such as `operator` or `dashboard`. */
export function actorOf({ personId, iss }: Pick<Caller, 'personId' | 'iss'>): string {
  return personId ? `person:${personId}` : iss
}

/** A person sees only their own account. Throws `not_found`. */
export function requireOwn(caller: Caller, accountId: string): void {
  if (caller.kind === 'person' && caller.accountId !== accountId) throw new AppError('not_found', 'No such account')
}
