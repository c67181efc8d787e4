import type { Caller } from '@rts/shared/contract/caller'

/** Who deletes or restores. */
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
