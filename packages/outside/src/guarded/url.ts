import { isIP } from 'node:net'
import { isWithin, withoutLastDot } from '@rts/shared/hosts'
import { isPublicAddress } from './address.ts'
import { Refused } from './refusal.ts'

/** `within` is the domain that addresses must belong to. */
export type UrlRules = { ports: ReadonlySet<number>; overrides: HostOverrides; within?: string }

const maxLength = 2_048
/** These resolve inside a machine or network, or not in public DNS. */
const insideNames = /(^|\.)(localhost|local|internal|home\.arpa|onion)$/

export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** As browsers parse, without fragment and last dot; throws `Refused`. Resolves nothing. */
export function checkedUrl(address: string, rules: UrlRules, base?: URL): URL {
  const url = address.length > maxLength ? null : URL.parse(address, base?.href)
  if (!url || url.href.length > maxLength || !isPlainHttp(url, rules.ports)) throw new Refused('bad_url')
  // First: a last dot would hide the name from the rules, not from the dialler.
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
/** Names served at one address by sandbox or test; `*.name`: all below. Empty in production. */
export type HostOverrides = ReadonlyMap<string, Place>

export function placeOf(overrides: HostOverrides, host: string): Place | undefined {
  if (overrides.size === 0) return undefined
  const parents = host.split('.').map((_, i, labels) => `*.${labels.slice(i + 1).join('.')}`)
  const name = [host, ...parents].find((each) => overrides.has(each))
  return name === undefined ? undefined : overrides.get(name)
}
