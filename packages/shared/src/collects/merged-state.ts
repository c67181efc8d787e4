import type { Asker, CollectReason, CollectState, Reading } from './kind.ts'

/** `isFree`: this call started nothing and there is nothing to show. */
export type Merged = { state: CollectState; isFree: boolean }
export type Part = Pick<Reading<unknown>, 'state' | 'isFree'> & { body: unknown }

/** The gravest first. */
const reasons: readonly CollectReason[] = ['site_frozen', 'allowance_exhausted', 'collect_limit', 'no_provider']

/**
 * The state of several readings as one answer: under way while a part is; otherwise their status, or partial where they differ. As old as
 * the oldest.
 */
export function mergedState(parts: readonly Part[]): Merged {
  const states = parts.map(({ state }) => state)
  const [updatedAt = null] = states.flatMap((state) => state.updatedAt ?? []).sort()
  const open = parts.filter(({ state }) => isUnderWay(state))
  if (open.length === 0) {
    const reason = reasons.find((each) => states.some((state) => state.reason === each)) ?? null
    return { state: { status: settledStatus(states), reason, updatedAt }, isFree: false }
  }
  const status = open.some(({ state }) => state.status === 'collecting') ? 'collecting' : 'queued'
  const retryAfterSeconds = Math.max(...open.map(({ state }) => state.retryAfterSeconds ?? 2))
  const isFree = open.every((part) => part.isFree) && parts.every(({ body }) => body === null)
  return { state: { status, reason: null, updatedAt, retryAfterSeconds }, isFree }
}

/** Without rows, what this call may not collect is not partial: nothing is there. */
export function stateOfRows(merged: Merged, hasRows: boolean): Merged {
  const { status, reason } = merged.state
  if (hasRows || status !== 'partial' || reason === null || reason === 'no_provider') return merged
  return { ...merged, state: { status: 'unavailable', reason, updatedAt: null } }
}

export function isUnderWay({ status }: Pick<CollectState, 'status'>): boolean {
  return status === 'queued' || status === 'collecting'
}

function settledStatus(states: readonly CollectState[]): CollectState['status'] {
  const [status = 'ready', ...others] = new Set(states.map((state) => state.status))
  return others.length === 0 ? status : 'partial'
}

/** As old as their latest check; unavailable without one. */
function ownPart(checkedAt: string | null, reason: CollectReason | null): Part {
  const status = checkedAt === null ? 'unavailable' : 'partial'
  return { state: { status, reason, updatedAt: checkedAt }, isFree: false, body: checkedAt }
}

/** The state of an answer from own pages alone; figures under way do not hold it up. */
export function onlyOwnPages(
  checkedAt: string | null,
  figures: Part | null,
  { isFrozen = false }: Pick<Asker, 'isFrozen'>,
): Merged {
  const own = ownPart(checkedAt, isFrozen ? 'site_frozen' : 'no_provider')
  const isAwaited = figures !== null && isUnderWay(figures.state) && checkedAt !== null
  return mergedState(isAwaited ? [own, figures] : [own])
}

/** The state of providers' parts; where they brought nothing, own pages are a part of the answer. */
export function besideOwnPages(merged: Merged, checkedAt: string | null): Merged {
  const isNothing = merged.state.updatedAt === null && !isUnderWay(merged.state)
  return isNothing && checkedAt !== null ? mergedState([{ ...merged, body: null }, ownPart(checkedAt, null)]) : merged
}
