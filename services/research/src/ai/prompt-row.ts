import type { CollectState } from '@rts/shared/collects/kind'
import { mergedState, type Part } from '@rts/shared/collects/merged-state'
import type { PromptAnswerRow, PromptRow } from '@rts/shared/contract/rows/prompt'
import type { Prompt } from './prompts.sql.ts'
import { ratesOf } from './rules/rates.ts'
import type { DayRates, LastFailure, Rates, StoredRun } from './runs.sql.ts'

type KnownOfPrompts = {
  latest: ReadonlyMap<string, StoredRun[]>
  failures: ReadonlyMap<string, LastFailure[]>
  rates: ReadonlyMap<string, Rates>
  days: ReadonlyMap<string, DayRates[]>
}
type EngineRow = PromptRow['engines'][number]
const nothing = { runs: 0, mentions: 0, citations: 0, rivals: 0 }
/** How long a first answer takes, about. */
const firstAnswerSeconds = 30

/** A prompt with what each engine answered last, and its rates over the window. */
export function promptRowOf(prompt: Prompt, engines: readonly string[], known: KnownOfPrompts): PromptRow {
  const runs = known.latest.get(prompt.id) ?? []
  const failures = known.failures.get(prompt.id) ?? []
  const lastRunAt = newest(runs.map(({ checkedAt }) => checkedAt))
  const { mentionRate, citationRate, shareOfVoice } = ratesOf(known.rates.get(prompt.id) ?? nothing)
  return {
    ...{ id: prompt.id, prompt: prompt.text, source: prompt.source, frozen: prompt.frozen },
    status: prompt.pausedAt ? 'paused' : engines.length === 0 ? 'unavailable' : 'active',
    ...{ lastRunAt, mentionRate, citationRate, shareOfVoice },
    engines: engines.map((engine) => engineRow(engine, runs, failures)),
    history: (known.days.get(prompt.id) ?? []).map(({ checkedAt, ...counts }) => {
      const rates = ratesOf({ ...counts, rivals: 0 })
      return { checkedAt: checkedAt.toISOString(), mentionRate: rates.mentionRate, citationRate: rates.citationRate }
    }),
  }
}

function engineRow(engine: string, runs: readonly StoredRun[], failures: readonly LastFailure[]): EngineRow {
  const run = runs.find((each) => each.engine === engine)
  const error = failures.find((each) => each.engine === engine)?.kind ?? null
  const status: EngineRow['status'] = error ? 'failed' : run ? 'ready' : 'queued'
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

/** An engine's answer as a part of the list: its first one is on the way until it has come or failed. */
function partOf({ status, checkedAt }: EngineRow): Part {
  const wait = status === 'queued' ? { retryAfterSeconds: firstAnswerSeconds } : {}
  return { state: { status, reason: null, updatedAt: checkedAt, ...wait }, isFree: false, body: null }
}

/** What the list as a whole says: nothing is waited for where nothing can run. */
export function stateOfPrompts(
  rows: readonly PromptRow[],
  engines: readonly string[],
  mayCollect: boolean,
): CollectState {
  const updatedAt = rows
    .map(({ lastRunAt }) => lastRunAt)
    .reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null)
  if (engines.length === 0) return { status: 'unavailable', reason: 'no_provider', updatedAt }
  const active = rows.filter(({ status, frozen }) => status === 'active' && !frozen).flatMap((row) => row.engines)
  const { state } = mergedState(active.map(partOf))
  return { ...state, reason: mayCollect ? state.reason : 'allowance_exhausted', updatedAt }
}

/** One answer in full. */
export function answerRow({
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

function newest(times: readonly Date[]): string | null {
  if (times.length === 0) return null
  return new Date(Math.max(...times.map((at) => at.getTime()))).toISOString()
}
