import type { Request } from 'express'
import type { Config } from '../../config.ts'
import { clientAddress, type Network, networkKeyFrom, networkOf } from './network.ts'

export type ReadNetwork = (req: Request) => Network

/** Reads the network that a request comes from, behind as many proxies as are trusted. */
export function createNetworkReader(config: Config): ReadNetwork {
  const key = config.NETWORK_KEY ?? networkKeyFrom(config.CALLER_KEYS)
  return ({ socket, headers }) => {
    const forwardedFor = headers['x-forwarded-for']
    const written = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
    return networkOf(clientAddress(socket.remoteAddress, written, config.TRUSTED_PROXY_HOPS), key)
  }
}
