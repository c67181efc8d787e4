import { dayMs } from '@rts/shared/clock'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { Database } from '@rts/shared/service/transaction'
import { newest, promptStatus, runStatus } from './prompt-state.ts'
import type { Prompt } from './prompts.sql.ts'
import { type Counts, ratesOf } from './rules/rates.ts'
import { countsByDay, type DayCounts, failuresOf, type LastFailure, latestRuns, type StoredRun } from './runs.sql.ts'

type Known = {
  runs: readonly StoredRun[]
  failures: readonly LastFailure[]
  window: readonly DayCounts[]
  history: readonly DayCounts[]
}
type EngineRow = PromptRow['engines'][number]

/** Window of rates, and default history. */
const windowDays = 28

export async function toRows(
  database: Database,
  prompts: readonly Prompt[],
  engines: readonly string[],
  now: Date,
  historyDays = windowDays,
): Promise<PromptRow[]> {
  const ids = prompts.map(({ id }) => id)
  const since = (days: number) => new Date(now.getTime() - days * dayMs)
  const [latest, failures, days] = await Promise.all([
    latestRuns(database, ids),
    failuresOf(database, ids),
    countsByDay(database, ids, since(Math.max(windowDays, historyDays))),
  ])
  const runsOf = Map.groupBy(latest, ({ promptId }) => promptId)
  const failuresBy = Map.groupBy(failures, ({ promptId }) => promptId)
  const daysOf = Map.groupBy(days, ({ promptId }) => promptId)
  return prompts.map((prompt) => {
    const rounds = daysOf.get(prompt.id) ?? []
    const within = (days: number) => rounds.filter(({ checkedAt }) => checkedAt >= since(days))
    return toRow(prompt, engines, {
      runs: runsOf.get(prompt.id) ?? [],
      failures: failuresBy.get(prompt.id) ?? [],
      window: within(windowDays),
      history: within(historyDays),
    })
  })
}

function toRow(prompt: Prompt, engines: readonly string[], { runs, failures, window, history }: Known): PromptRow {
  return {
    id: prompt.id,
    prompt: prompt.text,
    source: prompt.source,
    frozen: prompt.frozen,
    status: promptStatus(prompt, engines),
    lastRunAt: newest(runs.map(({ checkedAt }) => checkedAt)),
    ...ratesOf(sumOf(window)),
    engines: engines.map((engine) => engineRow(engine, runs, failures)),
    history: history.map((round) => {
      const { answers, mentioned, cited, mentionRate, citationRate } = ratesOf(round)
      return { checkedAt: round.checkedAt.toISOString(), answers, mentioned, cited, mentionRate, citationRate }
    }),
  }
}

function sumOf(rounds: readonly Counts[]): Counts {
  const of = (count: keyof Counts) => rounds.reduce((sum, round) => sum + round[count], 0)
  return { answers: of('answers'), mentioned: of('mentioned'), cited: of('cited'), rivals: of('rivals') }
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
