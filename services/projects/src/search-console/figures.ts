import { Free } from '@rts/shared/contract/free'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { FigureStore } from './figures.sql.ts'
import { createReader, type ReadingDeps } from './reading.ts'

export type FigureDeps = ReadingDeps & { figures: FigureStore }

/** Clicks and impressions of a site over time and by page. */
export function figureHandlers(deps: FigureDeps) {
  const read = createReader(deps)
  const { figures } = deps
  return {
    'searchConsoleFigures.list': async ({ params, query, ...call }) => {
      const { saved, head, isFree } = await read(params.id, query.days, call)
      const rows = async () => {
        if (!saved) return { days: [], pages: [] }
        const [days, pages] = await Promise.all([figures.days(saved.id), figures.pages(saved.id)])
        return { days, pages }
      }
      const answer = { ...head, ...(await rows()) }
      return isFree ? new Free(answer) : answer
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
