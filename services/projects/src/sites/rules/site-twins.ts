import { AppError, badField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'

/** The identity of a site within its account: two sites may have the same domain, but not with the same name. */
export type SiteIdentity = { domain: string; name: string }
type Known = SiteIdentity & { id: string }

export function twinOf<S extends SiteIdentity>(sites: readonly S[], { domain, name }: SiteIdentity): S | undefined {
  return sites.find((site) => site.domain === domain && site.name === name)
}

/** The oldest site of a domain, which is the one meant if only a domain is given. `sites` must be oldest first. */
export function oldestOf<S extends SiteIdentity>(sites: readonly S[], { domain }: Pick<SiteIdentity, 'domain'>) {
  return sites.find((site) => site.domain === domain)
}

/** Throws `conflict`, which names the changed field, if a change would give a site the domain and name of another. */
export function requireNoTwin(sites: readonly Known[], id: string, after: SiteIdentity): void {
  const twin = twinOf(sites, after)
  if (!twin || twin.id === id) return
  const isMoved = sites.find((site) => site.id === id)?.domain !== after.domain
  const bad = isMoved
    ? badField('domain', faults.siteOfName, 'conflict')
    : badField('name', faults.siteOfDomain, 'conflict')
  throw new AppError('conflict', refusals.siteExists, { errors: [bad] })
}

/** The first free name: its own, or one with a number after it. */
export function freeName(sites: readonly SiteIdentity[], { domain, name }: SiteIdentity): string {
  let free = name
  // A name has at most 200 characters.
  for (let n = 2; twinOf(sites, { domain, name: free }); n++) free = `${name.slice(0, 190)} (${n})`
  return free
}

type Candidate = { id: string; domain: string }

/**
 * The key's only site, for a call that names none. Throws `conflict` without a site, and with several an `invalid_input` that
 * lists the first. `addTool` is the tool that adds a site.
 */
export function onlySite<S extends Candidate>(sites: { rows: readonly S[]; isLast: boolean }, addTool: string): S {
  const { rows, isLast } = sites
  const [site] = rows
  if (!site) throw new AppError('conflict', `There is no site yet: call ${addTool} first`)
  if (rows.length === 1 && isLast) return site
  const list = rows.map(({ id, domain }) => `${id} (${domain})`).join(', ')
  const more = isLast ? '' : ', …'
  throw new AppError('invalid_input', `project_id: is required with more than one site: ${list}${more}`)
}
