import { hourMs, nextUtcMidnight } from '../clock.ts'
import type { Failure, FailureKind } from '../failure.ts'
import type { CollectReason, CollectState } from './kind.ts'
import type { Version, View } from './view.ts'

const restMs = 60_000

/** Fresh for a reader that could have a newer one; a partial result for at most an hour. */
export function isFresh(version: Pick<Version, 'status' | 'collectedAt'> | null, freshMs: number, now: Date): boolean {
  if (!version) return false
  const forMs = version.status === 'ready' ? freshMs : Math.min(freshMs, hourMs)
  return now.getTime() - version.collectedAt.getTime() < forMs
}

/** The state that an answer shows. `refused`: why this call may not collect. */
export function stateOf(view: View | undefined, refused: CollectReason | null, typicalMs: number): CollectState {
  const own = view?.own ?? null
  const updatedAt = own?.collectedAt.toISOString() ?? null
  const state = (status: CollectState['status'], reason: CollectReason | null = null) => ({ status, reason, updatedAt })
  if (refused) return state(own?.status ?? 'unavailable', refused)
  if (view?.wantedAt) {
    const leftSeconds = Math.ceil((typicalMs - (view.now.getTime() - view.wantedAt.getTime())) / 1_000)
    const retryAfterSeconds = Math.min(60, Math.max(2, leftSeconds))
    return { ...state(view.isLeased ? 'collecting' : 'queued'), retryAfterSeconds }
  }
  if (view?.failure === 'no_provider') return state('unavailable', 'no_provider')
  if (view?.failure || (view?.isResting && !own)) return state('failed')
  return own ? state(own.status, own.reason) : state('unavailable')
}

const finalKinds: readonly FailureKind[] = [
  'auth',
  'quota',
  'bad_request',
  'unsupported',
  'storage',
  'budget',
  'no_provider',
]

export type AfterFailure = { state: 'again'; at: Date } | { state: 'rest'; until: Date }

/** `tries` includes the failed one. */
export function afterFailure(
  { kind, retryAfterSeconds }: Pick<Failure, 'kind' | 'retryAfterSeconds'>,
  tries: number,
  retryMs: readonly number[],
  now: Date,
): AfterFailure {
  if (kind === 'budget') return { state: 'rest', until: nextUtcMidnight(now) }
  const pauseMs = retryMs[tries - 1]
  const after = (ms: number) => new Date(now.getTime() + (retryAfterSeconds === null ? ms : retryAfterSeconds * 1_000))
  if (finalKinds.includes(kind) || pauseMs === undefined) return { state: 'rest', until: after(restMs) }
  return { state: 'again', at: after(pauseMs) }
}
