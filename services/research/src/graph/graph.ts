import path from 'node:path'
import type { Collects } from '@rts/shared/collects/collects'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Config } from '../config.ts'
import { graphKind } from './importing.ts'
import { runInWorker } from './providers/run-in-worker.ts'
import { createGraphStore, type GraphFiles } from './releases.sql.ts'
import { graphHandlers } from './releases.ts'

export type GraphConfig = Pick<Config, 'GRAPH_BASE_URL' | 'GRAPH_DIR' | 'GRAPH_LINKS_PER_SITE' | 'GRAPH_RANKS'>

/** Whose an import is: the operator's, and no account pays. */
const reader = { scope: 'o:graph', payer: '' }

/** Imports of Common Crawl's domain graph. */
export function createDomainGraph({ pool, clock }: ServiceParts, config: GraphConfig, collects: Collects) {
  const graph = createGraphStore(pool)
  const limits = { linksPerSite: config.GRAPH_LINKS_PER_SITE, ranks: config.GRAPH_RANKS }
  const kind = graphKind({ graph, runStep: runInWorker, limits, clock })
  const schedule = (release: string, dueAt: Date) =>
    inTransaction(pool, (client) => collects.schedule(client, kind, { release }, { ...reader, dueAt }))
  return {
    handlers: graphHandlers({ graph, schedule, filesOf: (release) => filesOf(release, config), clock }),
    kinds: [kind],
  }
}

function filesOf(release: string, { GRAPH_BASE_URL, GRAPH_DIR }: GraphConfig): GraphFiles {
  const place = (file: string) => {
    const name = `${release}-domain-${file}.txt.gz`
    return GRAPH_DIR === undefined ? `${GRAPH_BASE_URL}/${release}/domain/${name}` : path.join(GRAPH_DIR, name)
  }
  return { vertices: place('vertices'), edges: place('edges'), ranks: place('ranks') }
}
