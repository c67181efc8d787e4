import { isSandbox } from '@rts/outside/config'
import { placeOf } from '@rts/outside/guarded/overrides'
import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Spend } from '@rts/shared/spend/spend'
import type { Config } from './config.ts'
import { createGraphStore } from './data/graph/graph-store.ts'
import { createDisavowStore } from './data/links/disavow-store.ts'
import { createSeenStore } from './data/links/seen-store.ts'
import { createVerifySchedule } from './data/links/verify-schedule.ts'
import { ownerOf } from './data/owner.ts'
import type { LinkRow } from './domain/links/link-row.ts'
import { rowsOf } from './domain/tables.ts'
import { backlinkHandlers } from './handlers/backlinks.ts'
import { disavowHandlers } from './handlers/disavow.ts'
import { authorityFrom } from './kinds/authority.ts'
import { backlinksKind } from './kinds/backlinks.ts'
import { graphLinks } from './kinds/graph-links.ts'
import { verifyKind } from './kinds/verify.ts'
import type { LinkSources } from './providers/backlinks/link-sources.ts'

export type LinksConfig = Pick<Config, 'HOST_OVERRIDES' | 'SANDBOX_URL'>
type Deps = { collects: Collects; sites: Sites; projects: ProjectReader; spend: Spend; sources: LinkSources }

/** Links to sites: who links, what of it is still there, and what is disavowed. */
export function createSiteLinks({ pool, clock }: ServiceParts, config: LinksConfig, deps: Deps) {
  const { collects, sites, projects, spend, sources } = deps
  const graph = createGraphStore(pool)
  const seen = createSeenStore(pool)
  const disavowed = createDisavowStore(pool)
  const backlinks = backlinksKind({
    links: sources.links,
    spend,
    graph: graphLinks(graph, (place) => isSandbox(config, place)),
    authority: authorityFrom(graph.places, sources.pageRank),
  })

  /** The links that a site has read already. */
  async function linksOf(siteId: string): Promise<{ domain: string; rows: LinkRow[] } | null> {
    const accountId = await ownerOf(pool, siteId)
    if (accountId === null) return null
    const { domain } = await sites.require(accountId, siteId)
    const saved = { scope: `s:${siteId}`, accountId, plan: 'free', mayCollect: false, waitMs: 0 } as const
    const [reading] = await collects.read(backlinks, [{ domain }], saved)
    return { domain, rows: reading?.body ? rowsOf<LinkRow>(reading.body) : [] }
  }

  const isPlayed = (host: string) => placeOf(config.HOST_OVERRIDES, host) !== undefined
  const verify = verifyKind({ verifier: sources.verifier, seen, linksOf, isPlayed, clock })
  const trackedPhrases = async ({ accountId, id }: KnownSite) =>
    (await projects.phrases(accountId, id)).map(({ phrase }) => phrase)
  const verification = createVerifySchedule(pool, (client, input, reader) =>
    collects.schedule(client, verify, input, reader),
  )
  const handlerDeps = { collects, sites, backlinks, seen, disavowed, verification, trackedPhrases, clock }
  return {
    handlers: { ...disavowHandlers({ sites, disavowed, clock }), ...backlinkHandlers(handlerDeps) },
    kinds: [backlinks, verify],
  }
}
