import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'
import { Refused } from './refusal.ts'
import { bareHost, type HostOverrides, placeOf } from './url.ts'

export type Resolve = (host: string) => Promise<string[]>
export type Dial = buildConnector.connector

type Network = { resolve: Resolve; dial: Dial; overrides: HostOverrides }

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** The only opener of sockets: dials the checked address, whatever DNS answers next; literal addresses too. */
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
  const place = placeOf(overrides, host)
  // Plain TCP for https too: a sandbox has no certificates.
  if (place) return dialled(dial, { protocol: 'http:', hostname: place.address, port: String(place.port) })
  const address = await publicAddress(host, resolve)
  const socket = await dialled(dial, { ...options, hostname: address, servername: isIP(host) ? '' : host })
  // Checked last: nothing is sent to an address that is not public.
  if (isPublicAddress(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Refused('not_public')
}

function dialled(dial: Dial, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => (socket ? resolve(socket) : reject(error)))
  })
}

/** Refused when any address of the host is not public: the next look-up could return it. */
async function publicAddress(host: string, resolve: Resolve): Promise<string> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0]
  if (address === undefined || !addresses.every(isPublicAddress)) throw new Refused('not_public')
  return address
}
