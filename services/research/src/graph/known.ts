import type { Database } from '@rts/shared/service/transaction'
import { linkingHosts, newestReleases, placesOf } from './known.sql.ts'
import { authorityOfPlace } from './rules/authority.ts'

/** `place`: where the release that last knew the link came from. */
export type GraphLink = { hostFrom: string; crawledAt: Date; isLost: boolean; place: string }

/** The domains that link to one, lost ones too where the release before knew them; null while no release is whole. */
export async function linksTo(database: Database, domain: string): Promise<GraphLink[] | null> {
  const [newest, before = newest] = await newestReleases(database)
  if (!newest || !before) return null
  const found = await linkingHosts(database, domain, { newest: newest.name, before: before.name })
  return found.map(({ hostFrom, isLost }) => {
    const { crawledAt, place } = isLost ? before : newest
    return { hostFrom, isLost, crawledAt, place }
  })
}

/** The authority of hosts, 0 to 100, by their place in the newest whole release; a host without one is absent. */
export async function authorityOf(database: Database, hosts: readonly string[]): Promise<Map<string, number>> {
  const places = await placesOf(database, hosts)
  return new Map(places.map(({ host, place }) => [host, authorityOfPlace(place)]))
}
