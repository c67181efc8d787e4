import path from 'node:path'
import type { Collects } from '@rts/shared/collects/collects'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import type { GraphConfig } from './config.ts'
import { graphKind } from './importing.ts'
import { linkingHosts, newestReleases, placesOf } from './known.sql.ts'
import type { GraphFiles } from './releases.sql.ts'
import { releaseHandlers } from './releases.ts'
import { authorityOfPlace } from './rules/authority.ts'

export type Graph = ReturnType<typeof createGraph>

/** Imports are the operator's: no account pays. */
const reader = { scope: 'o:graph', payer: '' }

/** Common Crawl's domain graph: imports and lookups. */
export function createGraph({ pool: database, clock }: ServiceParts, config: GraphConfig, collects: Collects) {
  const limits = { linksPerSite: config.GRAPH_LINKS_PER_SITE, ranks: config.GRAPH_RANKS }
  const kind = graphKind({ database, limits, clock })
  const schedule = (release: string, dueAt: Date) =>
    inTransaction(database, (tx) => collects.schedule(tx, kind, { release }, { ...reader, dueAt }))
  return {
    handlers: releaseHandlers({ database, schedule, filesOf: (release) => filesOf(release, config), clock }),
    kinds: [kind],
    linksTo: (domain: string) => linksTo(database, domain),
    authorityOf: (hosts: readonly string[]) => authorityOf(database, hosts),
  }
}

function filesOf(release: string, { GRAPH_BASE_URL, GRAPH_DIR }: GraphConfig): GraphFiles {
  const place = (file: string) => {
    const name = `${release}-domain-${file}.txt.gz`
    return GRAPH_DIR === undefined ? `${GRAPH_BASE_URL}/${release}/domain/${name}` : path.join(GRAPH_DIR, name)
  }
  return { vertices: place('vertices'), edges: place('edges'), ranks: place('ranks') }
}

/** `place`: source of the last release with the link. */
type GraphLink = { hostFrom: string; crawledAt: Date; isLost: boolean; place: string }

/** Domains linking to one, those lost since the previous release included; null: no complete release. */
async function linksTo(database: Database, domain: string): Promise<GraphLink[] | null> {
  const [newest, before = newest] = await newestReleases(database)
  if (!newest || !before) return null
  const found = await linkingHosts(database, domain, { newest: newest.name, before: before.name })
  return found.map(({ hostFrom, isLost }) => {
    const { crawledAt, place } = isLost ? before : newest
    return { hostFrom, isLost, crawledAt, place }
  })
}

/** Authority, 0 to 100, from the newest complete release; unknown hosts are absent. */
async function authorityOf(database: Database, hosts: readonly string[]): Promise<Map<string, number>> {
  const places = await placesOf(database, hosts)
  return new Map(places.map(({ host, place }) => [host, authorityOfPlace(place)]))
}
