import { isSandbox } from '@rts/outside/config'
import { placeOf } from '@rts/outside/guarded/url'
import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Spend } from '@rts/shared/spend/spend'
import { rowsOf } from '../collected.ts'
import type { Graph } from '../graph/graph.ts'
import type { KeywordConfig } from '../keywords/config.ts'
import { backlinkHandlers } from './backlinks.ts'
import { backlinksKind } from './collecting.ts'
import type { LinkConfig } from './config.ts'
import { deleteFromList } from './disavow.sql.ts'
import { disavowHandlers } from './disavow.ts'
import { createLinkSources } from './providers/link-sources.ts'
import type { LinkRow } from './rules/link-row.ts'
import { deleteAnnounced, deleteSeen } from './seen.sql.ts'
import { verifyKind } from './verifying.ts'

export { linkArea, linkProbes } from './probes.ts'

export const linkEndings = [deleteSeen, deleteFromList, deleteAnnounced]

type LinksDeps = {
  collects: Collects
  sites: Sites
  projects: ProjectReader
  spend: Spend
  graph: Graph
  /** Null once the site is deleted. */
  ownerOf(siteId: string): Promise<string | null>
}

/** Links: who links, whether links persist, and disavowed hosts. */
export function createLinks(parts: ServiceParts, config: LinkConfig & KeywordConfig, deps: LinksDeps) {
  const { pool: database, clock } = parts
  const { collects, sites, projects, spend, graph, ownerOf } = deps
  const sources = createLinkSources(config, parts)
  const backlinks = backlinksKind({ sources, graph, spend, isSandbox: (place) => isSandbox(config, place) })

  async function linksOf(siteId: string): Promise<{ domain: string; rows: LinkRow[] } | null> {
    const accountId = await ownerOf(siteId)
    if (accountId === null) return null
    const { domain } = await sites.require(accountId, siteId)
    const saved = { scope: `s:${siteId}`, accountId, plan: 'free', mayCollect: false, waitMs: 0 } as const
    const [reading] = await collects.read(backlinks, [{ domain }], saved)
    return { domain, rows: reading?.body ? rowsOf<LinkRow>(reading.body) : [] }
  }

  const isSimulated = (host: string) => placeOf(config.HOST_OVERRIDES, host) !== undefined
  const verify = verifyKind({ database, verifier: sources.verifier, linksOf, isSimulated, clock })
  return {
    handlers: {
      ...disavowHandlers({ database, sites, clock }),
      ...backlinkHandlers({ database, sites, projects, collects, backlinks, verify, clock }),
    },
    kinds: [backlinks, verify],
    stop: sources.close,
  }
}
