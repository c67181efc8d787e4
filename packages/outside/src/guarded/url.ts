import { isIP } from 'node:net'
import { isWithin, withoutLastDot } from '@rts/shared/hosts'
import { isPublicAddress } from './address.ts'
import { Refused } from './refusal.ts'

/** Which addresses may be fetched; `within` is the domain that they must belong to. */
export type UrlRules = { ports: ReadonlySet<number>; overrides: HostOverrides; within?: string }

const maxLength = 2_048
/** Names that resolve inside a machine or a network, or not in the public DNS at all. */
const insideNames = /(^|\.)(localhost|local|internal|home\.arpa|onion)$/

export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Parses an address as browsers do, without its fragment and its host's last dot; throws `Refused` if it may not be fetched. Resolves nothing. */
export function checkedUrl(address: string, rules: UrlRules, base?: URL): URL {
  const url = address.length > maxLength ? null : URL.parse(address, base?.href)
  if (!url || url.href.length > maxLength || !isPlainHttp(url, rules.ports)) throw new Refused('bad_url')
  // First: with it a name would be another one for the rules below, and the same one where it is dialled.
  const host = withoutLastDot(bareHost(url.hostname))
  if (url.hostname.endsWith('.')) url.hostname = host
  if (!placeOf(rules.overrides, host) && !mayBePublic(host)) throw new Refused('bad_url')
  if (rules.within !== undefined && !isWithin(host, rules.within)) throw new Refused('other_site')
  url.hash = ''
  return url
}

function isPlainHttp(url: URL, ports: ReadonlySet<number>): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return false
  return ports.has(Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
}

function mayBePublic(host: string): boolean {
  return isIP(host) ? isPublicAddress(host) : host.includes('.') && !insideNames.test(host)
}

export type Place = { address: string; port: number }
/** Names that a sandbox or a test serves at one address; `*.name` are all names below one. Empty in production. */
export type HostOverrides = ReadonlyMap<string, Place>

export function placeOf(overrides: HostOverrides, host: string): Place | undefined {
  if (overrides.size === 0) return undefined
  const parents = host.split('.').map((_, i, labels) => `*.${labels.slice(i + 1).join('.')}`)
  const name = [host, ...parents].find((each) => overrides.has(each))
  return name === undefined ? undefined : overrides.get(name)
}
