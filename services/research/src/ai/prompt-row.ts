import { dayMs } from '@rts/shared/clock'
import type { CollectReason, CollectState } from '@rts/shared/collects/kind'
import { mergedState, type Part } from '@rts/shared/collects/merged-state'
import type { Call } from '@rts/shared/contract/call'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { Database } from '@rts/shared/service/transaction'
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
/** How long a first answer takes, about. */
const firstAnswerSeconds = 30

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
    status: prompt.pausedAt ? 'paused' : engines.length === 0 ? 'unavailable' : 'active',
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

/** Why nothing is asked for a call: a viewer's never collects, and no limit is the reason. */
export function heldBack(
  { frozen }: KnownSite,
  { caller: { collect, role } }: Pick<Call, 'caller'>,
): CollectReason | null {
  if (frozen) return 'site_frozen'
  return collect === 'allow' || role === 'viewer' ? null : 'allowance_exhausted'
}

/** The state of the list as a whole: nothing is waited for where nothing can run. */
export function stateOfPrompts(
  rows: readonly PromptRow[],
  engines: readonly string[],
  held: CollectReason | null,
): CollectState {
  const updatedAt = rows
    .map(({ lastRunAt }) => lastRunAt)
    .reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null)
  if (held === 'site_frozen') return { status: updatedAt === null ? 'unavailable' : 'ready', reason: held, updatedAt }
  if (engines.length === 0) return { status: 'unavailable', reason: 'no_provider', updatedAt }
  const active = rows.filter(({ status, frozen }) => status === 'active' && !frozen).flatMap((row) => row.engines)
  const { state } = mergedState(active.map(partOf))
  // Without a prompt a call lacks nothing that it might not collect.
  return { ...state, reason: active.length === 0 ? state.reason : (held ?? state.reason), updatedAt }
}

function newest(times: readonly Date[]): string | null {
  if (times.length === 0) return null
  return new Date(Math.max(...times.map((at) => at.getTime()))).toISOString()
}
