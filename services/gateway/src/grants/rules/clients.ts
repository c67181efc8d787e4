import type { ClientProof } from '@rts/shared/contract/rows/grant'

/** The ids of clients that registered themselves begin with it. */
export const registeredPrefix = 'registered:'
/** Before the id of a client that was made by hand, where grants keep it: a release before reads every id as an address. */
const madePrefix = 'made:'

/** How a client is known, by its id as it sends it or as grants keep it. */
export function proofOf(id: string): ClientProof {
  if (id.startsWith(registeredPrefix)) return 'registered'
  return id.startsWith('https:') ? 'document' : 'made'
}

/** A client's id as grants keep it. */
export function storedId(id: string): string {
  return proofOf(id) === 'made' ? `${madePrefix}${id}` : id
}

/** The client as the audit log names it: a registration's own id says nothing to people. */
export function auditName(stored: string, host: string | null): string {
  return proofOf(stored) === 'registered' ? `${registeredPrefix}${host || 'a program on their machine'}` : stored
}

/** The place of a client, for pages: the host of its document, else where it returns to. */
export function hostOf(stored: string, host: string | null): string {
  return host ?? new URL(stored).host
}
