import type { Api, Site } from '../../client/src/client.ts'
import { UsageError } from './world.ts'

/** The site that is meant: by id, host or name; without a text the only one of the account. Costs a call. */
export async function findSite(api: Api, text: string | undefined): Promise<Site> {
  const all: Site[] = []
  for await (const site of api.sites.list.each()) all.push(site)
  if (all.length === 0) throw new UsageError('the account has no site')
  const found = text === undefined ? all : all.filter((site) => isMeant(site, text))
  const [site] = found
  if (site && found.length === 1) return site
  if (site && text === undefined) throw new UsageError(`name the site with --site: ${hostsOf(all)}`)
  if (site)
    throw new UsageError(`several sites are ${text}: name one by its id, ${found.map(({ id }) => id).join(', ')}`)
  throw new UsageError(`no site is ${text}; there are ${hostsOf(all)}`)
}

function isMeant({ id, domain, name }: Site, text: string): boolean {
  return id === text || domain === text.toLowerCase() || name.toLowerCase() === text.toLowerCase()
}

const maxHosts = 10

function hostsOf(sites: readonly Site[]): string {
  const hosts = sites.slice(0, maxHosts).map(({ domain }) => domain)
  return [...hosts, ...(sites.length > maxHosts ? [`${sites.length - maxHosts} more`] : [])].join(', ')
}
