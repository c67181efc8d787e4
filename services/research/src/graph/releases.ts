import type { Clock } from '@rts/shared/clock'
import type { GraphRow } from '@rts/shared/contract/rows/backlink'
import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { countMissing, findRelease, type GraphFiles, type GraphRelease, queueRelease } from './releases.sql.ts'
import { crawledAtOf, nameOfFiles } from './rules/releases.ts'

type ReleaseDeps = {
  database: Database
  schedule(release: string, now: Date): Promise<void>
  filesOf(release: string): GraphFiles
  clock: Clock
}
type ImportRequest = { release?: string | undefined } & { [K in keyof GraphFiles]?: string | undefined }

export function releaseHandlers({ database, schedule, filesOf, clock }: ReleaseDeps) {
  async function rowOf(name: string): Promise<GraphRow> {
    const release = await findRelease(database, name)
    if (!release) throw new AppError('not_found', 'No such import')
    return { ...toRow(release), missing: await countMissing(database, name) }
  }

  /** A named release, or files: their name derives from their places, so a repeat is the same import. */
  function requested({ release, vertices, edges, ranks }: ImportRequest): { name: string; files: GraphFiles } {
    if (release !== undefined && !vertices && !edges && !ranks) return { name: release, files: filesOf(release) }
    if (!vertices || !edges || !ranks) throw invalidField('release', 'is required, or vertices, edges and ranks')
    const files = { vertices, edges, ranks }
    return { name: release ?? nameOfFiles(Object.values(files)), files }
  }

  return {
    'graph.import': async ({ body }) => {
      const now = clock.now()
      const { name, files } = requested(body)
      await queueRelease(database, name, files, crawledAtOf(name) ?? now, now)
      await schedule(name, now)
      return { graph: await rowOf(name) }
    },
    'graph.get': async ({ params }) => ({ graph: await rowOf(params.release) }),
  } satisfies Partial<ServiceHandlers<'research'>>
}

function toRow({
  vertices: _vertices,
  edges: _edges,
  ranks: _ranks,
  crawledAt: _crawled,
  ...release
}: GraphRelease): Omit<GraphRow, 'missing'> {
  return { ...release, askedAt: release.askedAt.toISOString(), doneAt: release.doneAt?.toISOString() ?? null }
}
