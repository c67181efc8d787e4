import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { graphRow } from '../rows/backlink.ts'

const siteParams = z.strictObject({ id: f.siteId })
const graphFile = z.string().min(1).max(2_000)

export const linkOperations = defineOperations({
  'disavow.delete': {
    owner: 'research',
    kind: 'write',
    summary: 'Take hosts off the disavow list',
    callers: ['person'],
    roles: managers,
    params: siteParams,
    body: z.strictObject({ domains: z.array(z.string()).min(1).max(10_000) }),
    response: z.object({ deleted: z.int() }),
  },
  'disavow.export': {
    owner: 'research',
    kind: 'read',
    summary: "The disavow list as a file for Google's disavow tool",
    callers: ['person'],
    params: siteParams,
    response: z.object({ fileName: z.string(), text: z.string() }),
  },
  'graph.import': {
    owner: 'research',
    kind: 'write',
    summary: "Import a release of Common Crawl's domain graph, or its three files",
    callers: ['operator'],
    body: z.strictObject({
      /** From Common Crawl or GRAPH_DIR; absent: all three files. */
      release: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'is no name of a release')
        .optional(),
      vertices: graphFile.optional(),
      edges: graphFile.optional(),
      ranks: graphFile.optional(),
    }),
    response: z.object({ graph: graphRow }),
  },
  'graph.get': {
    owner: 'research',
    kind: 'read',
    summary: 'How far an import of the domain graph is',
    callers: ['operator'],
    params: z.strictObject({ release: f.idParam }),
    response: z.object({ graph: graphRow }),
  },
})
