import type { CollectReason, CollectState } from '@rts/shared/collects/kind'
import { mergedState, type Part } from '@rts/shared/collects/merged-state'
import type { Call } from '@rts/shared/contract/caller'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { Prompt } from './prompts.sql.ts'
import type { LastFailure, LastMention } from './runs.sql.ts'

type EngineRow = PromptRow['engines'][number]
type Answered = Pick<PromptRow, 'status' | 'frozen' | 'lastRunAt'> & {
  engines: readonly Pick<EngineRow, 'status' | 'checkedAt'>[]
}

const firstAnswerSeconds = 30

export function toAnswered(
  prompts: readonly Prompt[],
  engines: readonly string[],
  answers: readonly LastMention[],
  failures: readonly LastFailure[],
): Answered[] {
  const answersBy = Map.groupBy(answers, ({ promptId }) => promptId)
  const failed = new Set(failures.map(({ promptId, engine }) => `${promptId} ${engine}`))
  return prompts.map((prompt) => {
    const own = answersBy.get(prompt.id) ?? []
    return {
      status: promptStatus(prompt, engines),
      frozen: prompt.frozen,
      lastRunAt: newest(own.map(({ checkedAt }) => checkedAt)),
      engines: engines.map((engine) => {
        const answer = own.find((each) => each.engine === engine)
        const status = runStatus(answer, failed.has(`${prompt.id} ${engine}`))
        return { status, checkedAt: answer?.checkedAt.toISOString() ?? null }
      }),
    }
  })
}

export function promptStatus({ pausedAt }: Prompt, engines: readonly string[]): PromptRow['status'] {
  return pausedAt ? 'paused' : engines.length === 0 ? 'unavailable' : 'active'
}

/** A failure is newer than the answer beside it. */
export function runStatus(run: object | undefined, hasFailed: boolean): EngineRow['status'] {
  return hasFailed ? 'failed' : run ? 'ready' : 'queued'
}

/** A first answer is pending until it arrives or fails. */
function partOf({ status, checkedAt }: Answered['engines'][number]): Part {
  const wait = status === 'queued' ? { retryAfterSeconds: firstAnswerSeconds } : {}
  return { state: { status, reason: null, updatedAt: checkedAt, ...wait }, isFree: false, body: null }
}

/** Why a call starts nothing: viewers never collect, and then no limit is the reason. */
export function heldBack(
  { frozen }: KnownSite,
  { caller: { collect, role } }: Pick<Call, 'caller'>,
): CollectReason | null {
  if (frozen) return 'site_frozen'
  return collect === 'allow' || role === 'viewer' ? null : 'allowance_exhausted'
}

/** Nothing is pending where nothing can run. */
export function stateOfPrompts(
  rows: readonly Answered[],
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
  // Without prompts a call lacks nothing.
  return { ...state, reason: active.length === 0 ? state.reason : (held ?? state.reason), updatedAt }
}

export function newest(times: readonly Date[]): string | null {
  if (times.length === 0) return null
  return new Date(Math.max(...times.map((at) => at.getTime()))).toISOString()
}
