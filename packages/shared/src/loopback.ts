import { isIP } from 'node:net'

/** Whether a `Host` is this machine. A page that resolves its name to loopback (DNS rebinding) sends that name. */
export function isOwnHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isIP(name) !== 0
}

/** Whether only this machine reaches a server that listens on `address`. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
