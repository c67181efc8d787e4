import { isSandbox } from '@rts/outside/config'
import { placeOf } from '@rts/outside/guarded/overrides'
import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Spend } from '@rts/shared/spend/spend'
import { rowsOf } from '../collected.ts'
import type { Config } from '../config.ts'
import { createGraphStore } from '../graph/releases.sql.ts'
import { ownerOf } from '../owners.sql.ts'
import { authorityFrom } from './authority.ts'
import { backlinkHandlers } from './backlinks.ts'
import { backlinksKind } from './collecting.ts'
import { createDisavowStore } from './disavow.sql.ts'
import { disavowHandlers } from './disavow.ts'
import { graphLinks } from './graph-links.ts'
import type { LinkSources } from './providers/link-sources.ts'
import type { LinkRow } from './rules/link-row.ts'
import { createSeenStore } from './seen.sql.ts'
import { createVerifySchedule } from './verify-schedule.ts'
import { verifyKind } from './verifying.ts'

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
