import type { ClientProof } from '@rts/shared/contract/rows/grant'

export const registeredPrefix = 'registered:'

export function proofOf(id: string): ClientProof {
  if (id.startsWith(registeredPrefix)) return 'registered'
  return id.startsWith('https:') ? 'document' : 'made'
}

/** For the audit log: a registration's own id means nothing to people. */
export function auditName(stored: string, host: string | null): string {
  return proofOf(stored) === 'registered' ? `${registeredPrefix}${host || 'a program on their machine'}` : stored
}

export function hostOf(stored: string, host: string | null): string {
  return host ?? new URL(stored).host
}

/** `isIdle`: unused for so long that it no longer counts. */
type Access = { keyId: string; clientId: string; name: string; isIdle: boolean }

type Asked = Pick<Access, 'clientId' | 'name'>

/**
 * The accesses that a client's new one replaces: its own, and at the limit the one that registered itself under the same name and
 * was called longest ago, because such a program may register anew each time. Undefined where there is no place. `held` is in the
 * order of the last call, the longest ago first.
 */
export function replacedBy(held: readonly Access[], asked: Asked, max: number): string[] | undefined {
  const own = held.filter(({ clientId }) => clientId === asked.clientId)
  const others = held.filter(({ clientId, isIdle }) => clientId !== asked.clientId && !isIdle)
  if (others.length < max) return own.map(({ keyId }) => keyId)
  const like = others.find((one) => isSameProgram(one, asked))
  return like && others.length === max ? [...own, like].map(({ keyId }) => keyId) : undefined
}

function isSameProgram(held: Asked, asked: Asked): boolean {
  const areRegistered = [held, asked].every(({ clientId }) => proofOf(clientId) === 'registered')
  return areRegistered && held.name === asked.name
}
