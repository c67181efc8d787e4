import type { CollectReason, CollectState, Reading } from './kind.ts'

/** What the parts of one answer say together; `isFree` when nothing was started by this call and there is nothing to show. */
export type Merged = { state: CollectState; isFree: boolean }
type Part = Pick<Reading<unknown>, 'state' | 'isFree'> & { body: unknown }

/** The worst part tells: what is under way, then what failed or is missing. As old as the oldest part. */
export function mergedState(parts: readonly Part[]): Merged {
  const states = parts.map(({ state }) => state)
  const updatedAt =
    states
      .map((state) => state.updatedAt)
      .filter((at) => at !== null)
      .sort()[0] ?? null
  const open = parts.filter(({ state }) => state.status === 'queued' || state.status === 'collecting')
  if (open.length > 0) {
    const status = open.some(({ state }) => state.status === 'collecting') ? 'collecting' : 'queued'
    const retryAfterSeconds = Math.max(...open.map(({ state }) => state.retryAfterSeconds ?? 2))
    const isFree = open.every((part) => part.isFree) && parts.every(({ body }) => body === null)
    return { state: { status, reason: null, updatedAt, retryAfterSeconds }, isFree }
  }
  return { state: { ...settled(states), updatedAt }, isFree: false }
}

function settled(states: readonly CollectState[]): { status: CollectState['status']; reason: CollectReason | null } {
  const [first] = states
  if (!first) return { status: 'ready', reason: null }
  const lacking = states.filter(({ status }) => status !== 'ready')
  const reason = states.map((state) => state.reason).find((each) => each !== null) ?? null
  if (lacking.length === 0) return { status: 'ready', reason }
  const isOne = lacking.length === states.length && states.every(({ status }) => status === first.status)
  return { status: isOne ? first.status : 'partial', reason }
}

/** What an answer from own pages alone says: a part of what there is. Figures for it may be on their way, and do not hold it up. */
export function onlyOwnPages(updatedAt: string | null, figures: Part | null): Merged {
  const status = updatedAt === null ? 'unavailable' : 'partial'
  const isCollecting = figures && (figures.state.status === 'queued' || figures.state.status === 'collecting')
  const state: CollectState = { status, reason: 'no_provider', updatedAt }
  if (!isCollecting || updatedAt === null) return { state, isFree: false }
  const { status: open, retryAfterSeconds = 2 } = figures.state
  return { state: { ...state, status: open, reason: null, retryAfterSeconds }, isFree: false }
}

/** Where no provider brought anything, own pages are a part of what there is: so old as their latest check. */
export function besideOwnPages({ state, isFree }: Merged, checkedAt: string | null): Merged {
  const isNothing = state.status === 'failed' || state.status === 'unavailable'
  if (!isNothing || state.updatedAt !== null || checkedAt === null) return { state, isFree }
  return { state: { ...state, status: 'partial', updatedAt: checkedAt }, isFree }
}
