import { AppError } from '@rts/shared/errors'

/** What tells the sites of one account apart: two may have one domain, but not under one name. */
export type SiteIdentity = { domain: string; name: string }
type Known = SiteIdentity & { id: string }

/** The site that has this domain and name already. */
export function twinOf<S extends SiteIdentity>(sites: readonly S[], { domain, name }: SiteIdentity): S | undefined {
  return sites.find((site) => site.domain === domain && site.name === name)
}

/** The site that a domain alone means: the oldest. `sites` are oldest first. */
export function oldestOf<S extends SiteIdentity>(
  sites: readonly S[],
  { domain }: Pick<SiteIdentity, 'domain'>,
): S | undefined {
  return sites.find((site) => site.domain === domain)
}

/** Throws `conflict` where a change would make the site another one's twin. */
export function requireNoTwin(sites: readonly Known[], id: string, after: SiteIdentity): void {
  const twin = twinOf(sites, after)
  if (twin && twin.id !== id) throw new AppError('conflict', 'Another site has this domain and name')
}

/** The first name that makes no twin: its own, or with a number behind it. */
export function freeName(sites: readonly SiteIdentity[], { domain, name }: SiteIdentity): string {
  let free = name
  // A name has at most 200 characters.
  for (let n = 2; twinOf(sites, { domain, name: free }); n++) free = `${name.slice(0, 190)} (${n})`
  return free
}
