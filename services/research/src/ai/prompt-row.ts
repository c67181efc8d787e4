import { dayMs } from '@rts/shared/clock'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { Database } from '@rts/shared/service/transaction'
import { newest, promptStatus, runStatus } from './prompt-state.ts'
import type { Prompt } from './prompts.sql.ts'
import { ratesOf } from './rules/rates.ts'
import {
  countsByDay,
  countsSince,
  type DayCounts,
  failuresOf,
  type LastFailure,
  latestRuns,
  type PromptCounts,
  type StoredRun,
} from './runs.sql.ts'

type Known = {
  runs: readonly StoredRun[]
  failures: readonly LastFailure[]
  counts: PromptCounts | undefined
  days: readonly DayCounts[]
}
type EngineRow = PromptRow['engines'][number]

const windowDays = 30
const noRuns = { runs: 0, mentions: 0, citations: 0, rivals: 0 }

/** Prompts with each engine's last answer, and their rates over the window. */
export async function toRows(
  database: Database,
  prompts: readonly Prompt[],
  engines: readonly string[],
  now: Date,
): Promise<PromptRow[]> {
  const ids = prompts.map(({ id }) => id)
  const since = new Date(now.getTime() - windowDays * dayMs)
  const [latest, failures, counts, days] = await Promise.all([
    latestRuns(database, ids),
    failuresOf(database, ids),
    countsSince(database, ids, since),
    countsByDay(database, ids, since),
  ])
  const runsOf = Map.groupBy(latest, ({ promptId }) => promptId)
  const failuresBy = Map.groupBy(failures, ({ promptId }) => promptId)
  const countsBy = new Map(counts.map((each) => [each.promptId, each]))
  const daysOf = Map.groupBy(days, ({ promptId }) => promptId)
  return prompts.map((prompt) =>
    toRow(prompt, engines, {
      runs: runsOf.get(prompt.id) ?? [],
      failures: failuresBy.get(prompt.id) ?? [],
      counts: countsBy.get(prompt.id),
      days: daysOf.get(prompt.id) ?? [],
    }),
  )
}

function toRow(prompt: Prompt, engines: readonly string[], { runs, failures, counts, days }: Known): PromptRow {
  return {
    id: prompt.id,
    prompt: prompt.text,
    source: prompt.source,
    frozen: prompt.frozen,
    status: promptStatus(prompt, engines),
    lastRunAt: newest(runs.map(({ checkedAt }) => checkedAt)),
    ...ratesOf(counts ?? noRuns),
    engines: engines.map((engine) => engineRow(engine, runs, failures)),
    history: days.map(({ checkedAt, ...ofDay }) => {
      const { mentionRate, citationRate } = ratesOf({ ...ofDay, rivals: 0 })
      return { checkedAt: checkedAt.toISOString(), mentionRate, citationRate }
    }),
  }
}

function engineRow(engine: string, runs: readonly StoredRun[], failures: readonly LastFailure[]): EngineRow {
  const run = runs.find((each) => each.engine === engine)
  const error = failures.find((each) => each.engine === engine)?.kind ?? null
  const status = runStatus(run, error !== null)
  if (!run) {
    const unknown = { model: null, mentioned: null, cited: null, position: null, checkedAt: null }
    return { engine, status, ...unknown, citations: [], error }
  }
  const { model, mentioned, cited, position, citations, checkedAt, sandbox } = run
  const row = {
    engine,
    model,
    status,
    mentioned,
    cited,
    position,
    citations,
    checkedAt: checkedAt.toISOString(),
    error,
  }
  return sandbox ? { ...row, sandbox } : row
}
