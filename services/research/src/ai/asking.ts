import type { Clock } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import type { PromptAnswerRow } from '@rts/shared/contract/rows/prompt'
import { nextDue, slotOf } from '@rts/shared/daily-slot'
import { failed } from '@rts/shared/failure'
import { isWithin } from '@rts/shared/hosts'
import type { Plan, PlanTable } from '@rts/shared/plans'
import type { Database } from '@rts/shared/service/transaction'
import { bought, type Purchase } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith, nothing } from '../collected.ts'
import type { Records } from '../database.sql.ts'
import type { Engine } from './providers/engine.ts'
import { type Citation, citedHost } from './rules/citations.ts'
import { createDetector, type Known } from './rules/mentions.ts'
import { storeFailure, storeRun } from './runs.sql.ts'
import { type DuePrompt, findDuePrompt } from './schedule.sql.ts'

const input = z.object({ promptId: z.string(), engine: z.string() })
type AiInput = z.output<typeof input>
export type AiKind = Kind<AiInput, null>

type AskingDeps = {
  database: Database
  records: Records
  spend: Spend
  engines: ReadonlyMap<string, Engine>
  /** Names to search for in answers, and the country to ask in. */
  namesOf(accountId: string, siteId: string): Promise<{ own: Known; rivals: Known[]; country: string }>
  plans: PlanTable
  clock: Clock
}

/** Sends a prompt to an engine daily; a failed run leaves a gap. */
export function aiKind({ database, records, engines, spend, namesOf, plans, clock }: AskingDeps): AiKind {
  const keyOf = ({ promptId, engine }: AiInput) => `${promptId}:${engine}`

  async function ask({ promptId, engine: name }: AiInput, prompt: DuePrompt, engine: Engine, purchase: Purchase) {
    const { own, rivals, country } = await namesOf(prompt.accountId, prompt.siteId)
    const answered = await bought(engine, { prompt: prompt.text, country }, purchase)
    const checkedAt = clock.now()
    if (!answered.ok) {
      const failure = { promptId, engine: name, kind: answered.kind, failedAt: checkedAt }
      // Aborted: no failure is known.
      if (!purchase.signal.aborted) await storeFailure(records, failure)
      return answered
    }
    const { value, sandbox, costUsd } = answered
    const found = createDetector(own, rivals, prompt.text)(value)
    const citations = value.citations.map((each) => shownCitation(each, own.domain))
    const run = { promptId, engine: name, ...value, ...found, citations, checkedAt, sandbox, costUsd }
    await storeRun(records, run, { prompt: prompt.text, own, rivals })
    return answered
  }

  return {
    name: 'ai',
    lane: 'ai',
    input,
    keyOf,
    freshMs: 0,
    typicalMs: 30_000,
    retryMs: [60_000, 900_000],
    nextDueAt: (asked, now) => nextDue(now, 1, slotOf(keyOf(asked))),
    async run({ input: asked, payers }, signal) {
      const engine = engines.get(asked.engine)
      if (!engine) return failedWith(failed(asked.engine, 'no_provider', { asked: false }))
      const prompt = await findDuePrompt(database, asked.promptId)
      if (!prompt || prompt.isPaused) return nothing
      // After a downgrade only the oldest prompts run.
      if (prompt.place > plans[planOf(prompt)].prompts) return nothing
      const answered = await ask(asked, prompt, engine, { spend, payers, signal })
      if (!answered.ok) return failedWith(answered)
      const { source, sandbox, costUsd } = answered
      return { state: 'ready', body: null, sources: [source], sandbox, costUsd }
    },
  }
}

/** Until the account's event arrives, the largest plan: the count was checked at creation. */
function planOf({ plan }: DuePrompt): Plan {
  // safe because facts of accounts are parsed when they arrive
  return (plan as Plan | null) ?? 'scale'
}

function shownCitation(citation: Citation, domain: string): PromptAnswerRow['citations'][number] {
  const host = citedHost(citation)
  return { ...citation, domain: host ?? '', isYours: host !== null && isWithin(host, domain) }
}
