import { useSyncExternalStore } from 'react'

/** Something that is done after a while, unless it is undone before. */
export type Deed = {
  /** What was done, as a sentence. */
  text: string
  /** What is hidden meanwhile. */
  ids: readonly string[]
  /** Does it; `isLeaving` if the page is being left. */
  commit(isLeaving: boolean): Promise<unknown>
}
type Waiting = { deed: Deed; timer: ReturnType<typeof setTimeout> }
type State = { waiting: readonly Waiting[]; hidden: ReadonlySet<string>; failure: unknown }

const patienceMs = 5_000
const nothing: State = { waiting: [], hidden: new Set(), failure: undefined }
let state = nothing
const watchers = new Set<() => void>()

function change(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const watcher of watchers) watcher()
}

function hide(ids: readonly string[]): ReadonlySet<string> {
  return new Set([...state.hidden, ...ids])
}

function show(ids: readonly string[]): ReadonlySet<string> {
  const gone = new Set(ids)
  return new Set([...state.hidden].filter((id) => !gone.has(id)))
}

/** Hides what the deed is about, and does it in five seconds. */
export function doSoon(deed: Deed): void {
  const waiting: Waiting = { deed, timer: setTimeout(() => void commit(waiting, false), patienceMs) }
  change({ waiting: [...state.waiting, waiting], hidden: hide(deed.ids), failure: undefined })
}

/** Undoes the deed that was asked for last, or the one that is about an id. */
export function undo(id?: string): void {
  const found = state.waiting.findLast(({ deed }) => id === undefined || deed.ids.includes(id))
  if (!found) return
  clearTimeout(found.timer)
  change({ waiting: state.waiting.filter((each) => each !== found), hidden: show(found.deed.ids) })
}

/** What a failed deed said has been read. */
export function forgetFailure(): void {
  change({ failure: undefined })
}

/** Whoever leaves the page meant what they did. */
export function commitAll(): void {
  for (const waiting of state.waiting) {
    clearTimeout(waiting.timer)
    void commit(waiting, true)
  }
}

async function commit(waiting: Waiting, isLeaving: boolean): Promise<void> {
  change({ waiting: state.waiting.filter((each) => each !== waiting) })
  try {
    await waiting.deed.commit(isLeaving)
  } catch (failure) {
    change({ failure })
  }
  change({ hidden: show(waiting.deed.ids) })
}

export function useDeeds(): State {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => state,
  )
}
