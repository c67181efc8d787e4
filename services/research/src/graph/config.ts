import { baseUrl } from '@rts/outside/config'
import { integerVariable } from '@rts/shared/config'
import { z } from 'zod'

/** The variables of the domain graph. */
export const graphVariables = {
  GRAPH_BASE_URL: baseUrl.default('https://data.commoncrawl.org/projects/hyperlinkgraph'),
  /** A folder with the files of releases, instead of that address. */
  GRAPH_DIR: z.string().min(1).optional(),
  GRAPH_LINKS_PER_SITE: integerVariable(100, 1_000_000).default(10_000),
  /** Best ranked domains whose authority is kept. */
  GRAPH_RANKS: integerVariable(1_000, 10_000_000).default(1_000_000),
}
export type GraphConfig = z.output<z.ZodObject<typeof graphVariables>>
