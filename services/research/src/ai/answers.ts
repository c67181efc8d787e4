import type { Call } from '@rts/shared/contract/caller'
import type { PromptAnswerRow } from '@rts/shared/contract/rows/prompt'
import { cutPage, decodeNumber } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { requirePrompt } from './prompts.sql.ts'
import { countRuns, listRuns, type StoredRun } from './runs.sql.ts'

type AnswerDeps = { database: Database; records: Records; sites: Sites; plans: PlanTable }

const answersOfPage = 100

export function answerHandlers({ database, records, sites, plans }: AnswerDeps) {
  return {
    'prompts.answers': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { id } = await requirePrompt(database, site, params.pid, promptLimit(plans, call))
      const after = decodeNumber('answers', query.cursor)
      const take = query.limit ?? answersOfPage
      const engine = query.engine ?? null
      const [total, listed] = await Promise.all([
        countRuns(records, id, engine),
        listRuns(database, id, engine, after, take + 1),
      ])
      const { page, nextCursor } = cutPage('answers', listed, take, (run) => run.id)
      return { answers: page.map(toRow), total, nextCursor }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

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
