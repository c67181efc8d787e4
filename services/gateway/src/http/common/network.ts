import { createHmac } from 'node:crypto'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'

/** Keyed hashes of the IPv4 address or IPv6 /64, and of its /48; `area` is coarse text for people. */
export type Network = { hash: string; area: string | null; from: string }

export type ReadNetwork = (req: Request) => Network

export function createNetworkReader(config: Config): ReadNetwork {
  return ({ socket, headers }) => {
    const forwardedFor = headers['x-forwarded-for']
    const written = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
    return networkOf(clientAddress(socket.remoteAddress, written, config.TRUSTED_PROXY_HOPS), config.NETWORK_KEY)
  }
}

/** X-Forwarded-For from the right: the entry of the outermost of `hops` trusted proxies; no other counts. */
export function clientAddress(remote: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const socket = remote ?? ''
  if (hops === 0 || !forwardedFor) return socket
  const written = forwardedFor.split(',').map((entry) => entry.trim())
  const address = written[Math.max(0, written.length - hops)] ?? ''
  return parseAddress(address) ? address : socket
}

/** All unreadable addresses are one network. */
export function networkOf(address: string, key: string): Network {
  const hash = (unit: string) => createHmac('sha256', key).update(`network ${unit}`).digest('base64url').slice(0, 22)
  const parsed = parseAddress(address)
  if (!parsed) return { hash: hash('unknown'), area: null, from: 'unknown' }
  if (parsed instanceof ipaddr.IPv4) {
    return { hash: hash(parsed.toString()), area: null, from: `${parsed.octets.slice(0, 3).join('.')}.0/24` }
  }
  const groups = parsed.parts.map((group) => group.toString(16))
  const around = groups.slice(0, 3).join(':')
  return { hash: hash(`${groups.slice(0, 4).join(':')}/64`), area: hash(`${around}/48`), from: `${around}::/48` }
}

/** Reads IPv4 embedded in IPv6 as IPv4; null for anything else. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  // `ipaddr.isValid` accepts 1.2.3 and 0x7f.1 as IPv4.
  const isAddress = bare.includes(':') ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare)
  return isAddress ? ipaddr.process(bare) : null
}
