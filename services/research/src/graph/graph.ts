import path from 'node:path'
import type { Collects } from '@rts/shared/collects/collects'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { inTransaction } from '@rts/shared/service/transaction'
import type { GraphConfig } from './config.ts'
import { graphKind } from './importing.ts'
import { authorityOf, linksTo } from './known.ts'
import type { GraphFiles } from './releases.sql.ts'
import { releaseHandlers } from './releases.ts'

export type Graph = ReturnType<typeof createGraph>

/** Whose an import is: the operator's, and no account pays. */
const reader = { scope: 'o:graph', payer: '' }

/** Common Crawl's domain graph: its imports, and what the imported releases know. */
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
