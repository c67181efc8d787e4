import type { Caller } from '@rts/shared/contract/caller'

/** Who is named in the audit log: a person, or the service that signed, such as `operator` or `dashboard`. */
export function actorOf({ kind, personId, iss }: Pick<Caller, 'kind' | 'personId' | 'iss'>): string {
  return kind === 'person' ? `person:${personId}` : iss
}
