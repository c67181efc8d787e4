import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'
import type { HostOverrides } from './overrides.ts'
import { Refused } from './refusal.ts'
import { bareHost } from './url.ts'

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>
/** Opens a connection to the place that it is given. */
export type Dial = buildConnector.connector

type Network = { resolve: Resolve; dial: Dial; overrides: HostOverrides }

/** The names of this machine's resolver, its hosts file included. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * The one place where sockets are opened. A name is looked up once, and the address that was checked is the one that is dialled: an
 * answer that changes between two look-ups has nothing to change. undici asks it for literal addresses too.
 */
export function guardedConnector(network: Network): Dial {
  return (options, callback) => {
    open(network, options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

async function open({ resolve, dial, overrides }: Network, options: buildConnector.Options): Promise<Socket> {
  const host = bareHost(options.hostname)
  const place = overrides.get(host)
  // Plain TCP for https too: what stands in for the world has no certificates.
  if (place) return dialled(dial, { protocol: 'http:', hostname: place.address, port: String(place.port) })
  const address = await publicAddress(host, resolve)
  const socket = await dialled(dial, { ...options, hostname: address, servername: isIP(host) ? '' : host })
  // The last word is the socket's own: whatever happened on the way, nothing is sent to an address that is not public.
  if (isPublicAddress(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Refused('not_public')
}

function dialled(dial: Dial, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => (socket ? resolve(socket) : reject(error)))
  })
}

/** An address of the host; refused when any of them is not public, because the next look-up could answer that one. */
async function publicAddress(host: string, resolve: Resolve): Promise<string> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0]
  if (address === undefined || !addresses.every(isPublicAddress)) throw new Refused('not_public')
  return address
}
