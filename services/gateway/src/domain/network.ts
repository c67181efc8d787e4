import { createHash, createHmac } from 'node:crypto'

/** A client's network: keyed hashes of the IPv4 address or IPv6 /64 and of the /48 around it, and a coarse text for people. */
export type Network = { hash: string; area: string | null; from: string }

/**
 * The client's address: with `hops` trusted proxies in front, the one that the outermost of them wrote, counted from the right
 * of X-Forwarded-For. What stands further left is the client's own word and never read.
 */
export function clientAddress(remote: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const socket = remote ?? ''
  if (hops === 0 || !forwardedFor) return socket
  const written = forwardedFor.split(',').map((entry) => entry.trim())
  const address = written[Math.max(0, written.length - hops)] ?? ''
  return parseAddress(address) ? address : socket
}

/** The network of an address; what cannot be read is one network of its own. */
export function networkOf(address: string, key: string): Network {
  const hash = (unit: string) => createHmac('sha256', key).update(`network ${unit}`).digest('base64url').slice(0, 22)
  const parsed = parseAddress(address)
  if (!parsed) return { hash: hash('unknown'), area: null, from: 'unknown' }
  if (parsed.length === 4)
    return { hash: hash(parsed.join('.')), area: null, from: `${parsed.slice(0, 3).join('.')}.0/24` }
  const groups = parsed.map((group) => group.toString(16))
  const around = groups.slice(0, 3).join(':')
  return { hash: hash(`${groups.slice(0, 4).join(':')}/64`), area: hash(`${around}/48`), from: `${around}::/48` }
}

/** The key for hashes of networks where none is set: derived, so that it can be told to nobody by a log of the other. */
export function networkKeyFrom(callerKeys: string): string {
  return createHash('sha256').update(`networks ${callerKeys}`).digest('hex')
}

/** Four numbers of an IPv4 address (also one inside IPv6), eight of an IPv6 one; null for anything else. */
export function parseAddress(address: string): number[] | null {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (bare.includes(':')) return parseV6(bare)
  return parseV4(bare)
}

function parseV4(text: string): number[] | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const numbers = parts.map(Number)
  return numbers.every((number) => number <= 255) ? numbers : null
}

function parseV6(text: string): number[] | null {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return null
  const [before, after] = [groupsOf(head), tail === undefined ? [] : groupsOf(tail)]
  if (!before || !after) return null
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...before, ...Array.from({ length: missing }, () => 0), ...after]
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const [, , , , , , high = 0, low = 0] = groups
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255] : groups
}

/** The groups of one side of `::`; a dotted address at the end is two. */
function groupsOf(side: string): number[] | null {
  if (side === '') return []
  const groups: number[] = []
  for (const part of side.split(':')) {
    const v4 = part.includes('.') ? parseV4(part) : undefined
    if (v4 === null || (v4 === undefined && !/^[\da-f]{1,4}$/i.test(part))) return null
    const [a = 0, b = 0, c = 0, d = 0] = v4 ?? []
    groups.push(...(v4 ? [a * 256 + b, c * 256 + d] : [Number.parseInt(part, 16)]))
  }
  return groups
}
