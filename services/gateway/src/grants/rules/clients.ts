import type { ClientProof } from '@rts/shared/contract/rows/grant'

/** The ids of clients that registered themselves begin with it. */
export const registeredPrefix = 'registered:'

/** How a client is known, by its id. */
export function proofOf(id: string): ClientProof {
  if (id.startsWith(registeredPrefix)) return 'registered'
  return id.startsWith('https:') ? 'document' : 'made'
}

/** The client as the audit log names it: a registration's own id says nothing to people. */
export function auditName(stored: string, host: string | null): string {
  return proofOf(stored) === 'registered' ? `${registeredPrefix}${host || 'a program on their machine'}` : stored
}

/** The place of a client, for pages: the host of its document, else where it returns to. */
export function hostOf(stored: string, host: string | null): string {
  return host ?? new URL(stored).host
}
