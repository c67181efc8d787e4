import { baseUrl } from '@rts/outside/config'
import { declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'

export const graphVariables = declareVariables('Domain graph', {
  GRAPH_BASE_URL: {
    schema: baseUrl.default('https://data.commoncrawl.org/projects/hyperlinkgraph'),
    meaning: "where releases of Common Crawl's domain graph are",
    local: '{sandbox}/commoncrawl/projects/hyperlinkgraph',
  },
  GRAPH_DIR: {
    schema: z.string().min(1).optional(),
    meaning: 'a folder, in the container, with such releases, instead of that address',
  },
  GRAPH_LINKS_PER_SITE: {
    schema: integerVariable(100, 1_000_000).default(10_000),
    meaning: 'linking domains that an import keeps of a site; the others are counted',
  },
  GRAPH_RANKS: {
    schema: integerVariable(1_000, 10_000_000).default(1_000_000),
    meaning: 'best ranked domains whose authority an import keeps',
  },
})
const graphSchema = z.object(graphVariables)
export type GraphConfig = z.output<typeof graphSchema>
