import { isPublicSuffix, normaliseHost, registrableDomain } from '@rts/shared/hosts'

/** Why a host is refused. A path would be lost, and its whole host disavowed. */
export type InvalidReason = 'path' | 'wildcard' | 'ip_address' | 'public_suffix' | 'own_domain' | 'not_a_host'
export type InvalidHost = { domain: string; reason: InvalidReason }

export type Sorted = { added: string[]; skipped: number; invalid: InvalidHost[] }

/** Google's limits: lines with comments, and bytes (support.google.com, answer 2648487). */
const maxLines = 100_000
const maxBytes = 2_097_152

/** Above any name with its surroundings. */
const maxCharacters = 300
const hostsAStep = 50

/** Sorts new hosts; those listed or below a listed host are skipped. In steps: lists reach ten thousand hosts. */
export function* sortHosts(
  written: readonly string[],
  ownDomain: string,
  listed: Iterable<string>,
): Generator<void, Sorted> {
  const { hosts, invalid } = yield* readList(written, ownDomain)
  const covering = new Set(listed)
  const added = new Set<string>()
  // Parents first: input order is irrelevant.
  for (const [i, host] of hosts.toSorted((a, b) => a.length - b.length).entries()) {
    if (i % hostsAStep === 0) yield
    if (isDisavowed(host, covering)) continue
    covering.add(host)
    added.add(host)
  }
  return { added: [...added].sort(), skipped: hosts.length - added.size, invalid }
}

/** Hosts of a written list, and invalid lines. */
export function* readList(
  written: readonly string[],
  ownDomain: string,
): Generator<void, { hosts: string[]; invalid: InvalidHost[] }> {
  const hosts: string[] = []
  const invalid: InvalidHost[] = []
  for (const [i, domain] of written.entries()) {
    if (i % hostsAStep === 0) yield
    const read = readHost(domain, ownDomain)
    if ('reason' in read) invalid.push({ domain, reason: read.reason })
    else hosts.push(read.host)
  }
  return { hosts, invalid }
}

/** Accepts `domain:`, scheme, user, port, `www.`, outer dots, Unicode. */
export function readHost(written: string, ownDomain: string): { host: string } | { reason: InvalidReason } {
  const bare = written
    .trim()
    .toLowerCase()
    .replace(/^domain:\s*/, '')
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/\/$/, '')
    .replace(/^\.+/, '')
  if (bare.includes('*')) return { reason: 'wildcard' }
  if (/[/?#\\]/.test(bare)) return { reason: 'path' }
  // The next expression is slow on rows of full stops.
  if (bare.length > maxCharacters) return { reason: 'not_a_host' }
  if (isAddress(bare)) return { reason: 'ip_address' }
  const name = bare.replace(/:\d{1,5}$/, '').replace(/\.+$/, '')
  if (isPublicSuffix(name)) return { reason: 'public_suffix' }
  const result = normaliseHost(name)
  if (!result.ok) return { reason: 'not_a_host' }
  if (registrableDomain(result.host) === registrableDomain(ownDomain)) return { reason: 'own_domain' }
  return { host: result.host }
}

/** Browsers accept many IPv4 spellings: `URL` decides. */
function isAddress(bare: string): boolean {
  return /^\[?[\da-f]*:[\da-f:.]*:/.test(bare) || /^[\d.]+$/.test(URL.parse(`http://${bare}`)?.hostname ?? '')
}

export function isDisavowed(host: string, listed: ReadonlySet<string>): boolean {
  let part = host
  for (let dot = part.indexOf('.'); dot >= 0; dot = part.indexOf('.')) {
    if (listed.has(part)) return true
    part = part.slice(dot + 1)
  }
  return false
}

/** Google's file: UTF-8 without byte order mark, one host per line. */
export function disavowFile(domain: string, hosts: readonly string[], day: string): string {
  const head = [`# Disavowed by ${domain}, ${day}`, `# ${hosts.length} hosts; each line covers the subdomains too`]
  return `${[...head, ...hosts.toSorted().map((host) => `domain:${host}`)].join('\n')}\n`
}

/** Within Google's limits, comments included. */
export function fitsFile(hosts: number, bytes: number): boolean {
  return hosts + 2 <= maxLines && bytes + 400 <= maxBytes
}
