import { Free } from '@rts/shared/contract/free'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { listDays, listPages } from './figures.sql.ts'
import { createReader, type ReadingDeps } from './reading.ts'

/** Clicks and impressions of a site over time and by page. */
export function figureHandlers(deps: ReadingDeps) {
  const read = createReader(deps)
  const { db } = deps
  return {
    'searchConsoleFigures.list': async ({ params, query, ...call }) => {
      const { saved, head, isFree } = await read(params.id, query.days, call)
      const [days, pages] = saved ? await Promise.all([listDays(db, saved.id), listPages(db, saved.id)]) : [[], []]
      const answer = { ...head, days, pages }
      return isFree ? new Free(answer) : answer
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
