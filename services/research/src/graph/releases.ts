import type { Clock } from '@rts/shared/clock'
import type { GraphRow } from '@rts/shared/contract/rows/backlink'
import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { GraphFiles, GraphRelease, GraphStore } from './releases.sql.ts'
import { crawledAtOf, nameOfFiles } from './rules/releases.ts'

export type GraphHandlerDeps = {
  graph: Pick<GraphStore, 'ask' | 'find' | 'missing'>
  /** Runs an import by itself, from now on. */
  schedule(release: string, now: Date): Promise<void>
  /** Where a release's files are. */
  filesOf(release: string): GraphFiles
  clock: Clock
}
type Wish = { release?: string | undefined } & { [K in keyof GraphFiles]?: string | undefined }

export function graphHandlers({
  graph,
  schedule,
  filesOf,
  clock,
}: GraphHandlerDeps): Pick<ServiceHandlers<'research'>, 'graph.import' | 'graph.get'> {
  async function rowOf(name: string): Promise<GraphRow> {
    const release = await graph.find(name)
    if (!release) throw new AppError('not_found', 'No such import')
    return { ...graphRow(release), missing: await graph.missing(name) }
  }

  /** A release by its name, or files: then the name is made of where they are, so that asking again is the same import. */
  function asked(wish: Wish): { name: string; files: GraphFiles } {
    const { release, vertices, edges, ranks } = wish
    if (release !== undefined && !vertices && !edges && !ranks) return { name: release, files: filesOf(release) }
    if (!vertices || !edges || !ranks) throw invalidField('release', 'name a release, or vertices, edges and ranks')
    const files = { vertices, edges, ranks }
    return { name: release ?? nameOfFiles(Object.values(files)), files }
  }

  return {
    'graph.import': async ({ body }) => {
      const now = clock.now()
      const { name, files } = asked(body)
      await graph.ask(name, files, crawledAtOf(name) ?? now, now)
      await schedule(name, now)
      return { graph: await rowOf(name) }
    },
    'graph.get': async ({ params }) => ({ graph: await rowOf(params.release) }),
  }
}

function graphRow({
  vertices: _vertices,
  edges: _edges,
  ranks: _ranks,
  crawledAt: _crawled,
  ...release
}: GraphRelease): Omit<GraphRow, 'missing'> {
  return { ...release, askedAt: release.askedAt.toISOString(), doneAt: release.doneAt?.toISOString() ?? null }
}
