import { isIP } from 'node:net'

/**
 * Whether a `Host` names this machine as people and programs on it do: by address or as localhost. A web page that has its own
 * name lead to loopback (DNS rebinding) sends that name.
 */
export function isOwnHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isIP(name) !== 0
}

/** Whether a server that listens on `address` is reached from this machine alone. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
