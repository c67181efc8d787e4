import type { CollectReason, CollectState, Failed } from './kind.ts'
import type { Version, View } from './view.ts'

const hourMs = 3_600_000
const restMs = 60_000

/** Whether a result still answers a reader that could have a newer one. A partial one does for an hour at most. */
export function isFresh(version: Pick<Version, 'status' | 'collectedAt'> | null, freshMs: number, now: Date): boolean {
  if (!version) return false
  const forMs = version.status === 'ready' ? freshMs : Math.min(freshMs, hourMs)
  return now.getTime() - version.collectedAt.getTime() < forMs
}

/** What an answer says of its data. `refused`: why this call may not collect. */
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

export type AfterFailure = { state: 'again'; at: Date } | { state: 'rest'; until: Date }

/** What follows the failure of a try: another one, or a rest in which nobody is asked. `tries` counts this one. */
export function afterFailure(
  { isFinal, retryAt }: Pick<Failed, 'isFinal' | 'retryAt'>,
  tries: number,
  retryMs: readonly number[],
  now: Date,
): AfterFailure {
  const pauseMs = retryMs[tries - 1]
  if (isFinal || pauseMs === undefined) return { state: 'rest', until: retryAt ?? new Date(now.getTime() + restMs) }
  return { state: 'again', at: retryAt ?? new Date(now.getTime() + pauseMs) }
}
