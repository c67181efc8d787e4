import type { Caller } from '@rts/shared/contract/caller'
import type { Role } from '@rts/shared/contract/operation'
import { AppError, invalidField } from '@rts/shared/errors'
import { refusals } from '@rts/shared/texts/refusals'

export type GivenRole = Exclude<Role, 'owner'>

/** The person who calls an operation that only people may call. */
export function personOf({ personId }: Pick<Caller, 'personId'>): string {
  if (!personId) throw new Error('an operation of people was called without a person')
  return personId
}

export function sessionOf({ sessionId }: Pick<Caller, 'sessionId'>): string {
  if (!sessionId) throw new Error('an operation about a person was called without a session')
  return sessionId
}

/** The owner has the first seat, also before the account has an owner; the others follow as they joined. Throws `plan_limit_reached`. */
export function requireEntry(seat: number, people: number): void {
  if (seat <= people) return
  const planLimit = { name: 'people', max: people, used: seat }
  const message = `The plan of this account allows ${peopleIn(people)}, and others joined before you: ask its owner for a higher plan`
  throw new AppError('plan_limit_reached', message, { planLimit })
}

/** Throws `plan_limit_reached` if one more person would be too many. */
export function requireSeat(used: number, people: number): void {
  if (used < people) return
  const message = `The plan of this account allows ${peopleIn(people)}, open invites included`
  throw new AppError('plan_limit_reached', message, { planLimit: { name: 'people', max: people, used } })
}

export function isManager(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** Throws `role_required`. */
export function requireManager(role: Role): void {
  if (isManager(role)) return
  throw new AppError('role_required', refusals.managersOnly)
}

/** Admins are made by the owner alone. `giver` is null for a server key. Throws `role_required`, `invalid_input`. */
export function requireMayGive(giver: Role | null, role: GivenRole): void {
  if (role !== 'admin' || giver === 'owner') return
  if (giver === null) throw invalidField('role', 'must be member or viewer when a server key invites')
  throw new AppError('role_required', refusals.ownerMakesAdmins)
}

/** Only members and viewers are limited to sites. Throws `invalid_input`. */
export function requireLimitable(role: Role, siteIds: readonly string[] | null): void {
  if (siteIds === null || !isManager(role)) return
  throw invalidField('siteIds', 'must be left out: only members and viewers are limited to sites')
}

/** Throws `conflict`. */
export function requireNoOwner(role: Role): void {
  if (role === 'owner') throw new AppError('conflict', 'This is the owner: the ownership has to be transferred first')
}

function peopleIn(count: number): string {
  return count === 1 ? 'one person' : `${count} people`
}
