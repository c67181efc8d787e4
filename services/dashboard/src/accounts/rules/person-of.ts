import type { Caller } from '@rts/shared/contract/caller'

/** The person who calls a row that only people may call. */
export function personOf({ personId }: Pick<Caller, 'personId'>): string {
  if (!personId) throw new Error('a row of people was called by nobody')
  return personId
}

/** The session of a person who calls a row about themselves. */
export function sessionOf({ sessionId }: Pick<Caller, 'sessionId'>): string {
  if (!sessionId) throw new Error('a row about a person was called without a session')
  return sessionId
}
