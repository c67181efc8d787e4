import type { Call } from '@rts/shared/contract/call'
import type { PromptAnswerRow } from '@rts/shared/contract/rows/prompt'
import { decodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { cutPage } from '../lists.ts'
import { requirePrompt } from './prompts.sql.ts'
import { countRuns, listRuns, type StoredRun } from './runs.sql.ts'

type AnswerDeps = { database: Database; sites: Sites; plans: PlanTable }

const answersOfPage = 100

/** The answers of AI engines to a prompt. */
export function answerHandlers({ database, sites, plans }: AnswerDeps) {
  return {
    'prompts.answers': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { id } = await requirePrompt(database, site, params.pid, promptLimit(plans, call))
      const after = decodeCursor('answers', query.cursor)
      if (after !== null && !/^\d{1,18}$/.test(after)) throw noSuchCursor()
      const take = query.limit ?? answersOfPage
      const engine = query.engine ?? null
      const [total, listed] = await Promise.all([
        countRuns(database, id, engine),
        listRuns(database, id, engine, after, take + 1),
      ])
      const { page, nextCursor } = cutPage('answers', listed, take, (run) => run.id)
      return { answers: page.map(toRow), total, nextCursor }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

/** The prompts that run on the caller's plan. */
export function promptLimit(plans: PlanTable, { caller }: Pick<Call, 'caller'>): number {
  return plans[caller.plan].prompts
}

function toRow({
  promptId: _prompt,
  id,
  checkedAt,
  rivalsNamed: _rivals,
  sandbox,
  ...run
}: StoredRun): PromptAnswerRow {
  const row = { id, ...run, checkedAt: checkedAt.toISOString() }
  return sandbox ? { ...row, sandbox } : row
}
