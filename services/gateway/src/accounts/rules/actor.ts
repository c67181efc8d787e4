import type { Caller } from '@rts/shared/contract/caller'

/** Who is named in the audit log: a person, or the service that signed, such as `operator` or `dashboard`. */
export function actorOf({ personId, iss }: Pick<Caller, 'personId' | 'iss'>): string {
  return personId ? `person:${personId}` : iss
}
