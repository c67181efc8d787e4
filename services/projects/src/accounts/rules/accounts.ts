import type { Caller } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'

type Limited = 'sites' | 'keywords' | 'competitors'

/** Beside the limit: the way to more room, where it is not obvious. */
const beside: Partial<Record<Limited, string>> = {
  keywords: '; those of frozen sites do not count',
  competitors: ' for a site; people remove one in the dashboard (Rank comparison)',
}

/** How many more the limit allows; 0 if a smaller plan left too many. */
export function roomUnder(max: number, used: number): number {
  return Math.max(0, max - used)
}

/** Throws `plan_limit_reached`, with the limit, if `wanted` more are too many. */
export function requireRoom(name: Limited, used: number, max: number, wanted: number = 1): void {
  if (wanted <= roomUnder(max, used)) return
  const message = `The plan allows ${max} ${max === 1 ? name.slice(0, -1) : name}${beside[name] ?? ''}`
  throw new AppError('plan_limit_reached', message, { planLimit: { name, max, used } })
}

export type Actor = Pick<Caller, 'kind' | 'personId' | 'keyId' | 'iss'>

/** As a deleted row names it: `person:ID`, `key:ID`, or null for a service. */
export function deleterOf({ personId, keyId }: Actor): string | null {
  if (personId) return `person:${personId}`
  return keyId === null ? null : `key:${keyId}`
}

/** As the audit log names it: `person:ID`, `key`, or the service that signed. */
export function actorOf({ personId, keyId, iss }: Actor): string {
  if (personId) return `person:${personId}`
  return keyId === null ? iss : 'key'
}
