import { useEffect, useSyncExternalStore } from 'react'
import { kit as t } from '../../texts/kit.ts'
import { Button } from './button.tsx'
import { useErrorWords } from './notice.tsx'
import css from './undo.module.css'

/** Something that is done after a while, unless it is undone before. */
type Undoable = {
  text: string
  /** The ids that are hidden until then. */
  ids: readonly string[]
  /** Does it. The page may be left meanwhile: a request has to outlive it. */
  commit(): Promise<unknown>
}
/** Something that is done; `undo` takes it back, where it can be. */
type Done = { text: string; undo?: () => Promise<unknown> }
type Waiting = { action: Undoable; timer: ReturnType<typeof setTimeout> }
type State = { waiting: readonly Waiting[]; done: Done | undefined; hidden: ReadonlySet<string>; failure: unknown }

const patienceMs = 5_000
const doneMs = 10_000
const nothing: State = { waiting: [], done: undefined, hidden: new Set(), failure: undefined }
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
  const shown = new Set(ids)
  return new Set([...state.hidden].filter((id) => !shown.has(id)))
}

/** Hides what the action is about, and does it in five seconds. */
export function doSoon(action: Undoable): void {
  const waiting: Waiting = { action, timer: setTimeout(() => void commit(waiting), patienceMs) }
  change({ waiting: [...state.waiting, waiting], done: undefined, hidden: hide(action.ids), failure: undefined })
}

export function sayDone(done: Done): void {
  change({ done, failure: undefined })
  setTimeout(() => state.done === done && change({ done: undefined }), doneMs)
}

async function takeBack({ undo: takenBack }: Done): Promise<void> {
  change({ done: undefined })
  try {
    await takenBack?.()
  } catch (failure) {
    change({ failure })
  }
}

/** Undoes the action that was asked for last, or the one that is about an id. */
export function undo(id?: string): void {
  const found = state.waiting.findLast(({ action }) => id === undefined || action.ids.includes(id))
  if (!found) return
  clearTimeout(found.timer)
  change({ waiting: state.waiting.filter((each) => each !== found), hidden: show(found.action.ids) })
}

function forgetFailure(): void {
  change({ failure: undefined })
}

/** Does everything that waits: the page is being left. */
function commitAll(): void {
  for (const waiting of state.waiting) {
    clearTimeout(waiting.timer)
    void commit(waiting)
  }
}

async function commit(waiting: Waiting): Promise<void> {
  change({ waiting: state.waiting.filter((each) => each !== waiting) })
  try {
    await waiting.action.commit()
  } catch (failure) {
    change({ failure })
  }
  change({ hidden: show(waiting.action.ids) })
}

export function useUndo(): State {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => state,
  )
}

export function UndoBar() {
  const { waiting, done, failure } = useUndo()
  const { sentenceOf } = useErrorWords()
  useEffect(() => {
    addEventListener('pagehide', commitAll)
    return () => removeEventListener('pagehide', commitAll)
  }, [])
  const last = waiting.at(-1)
  return (
    <div className={css.place} role="status" data-screen data-passing>
      {last ? (
        <div className={css.bar}>
          {last.action.text}
          <Button onClick={() => undo()}>{t.undo}</Button>
        </div>
      ) : done ? (
        <div className={css.bar}>
          {done.text}
          {done.undo && <Button onClick={() => void takeBack(done)}>{t.undo}</Button>}
        </div>
      ) : (
        failure !== undefined && (
          <div className={css.bar} data-tone="bad">
            {sentenceOf(failure)}
            <Button onClick={forgetFailure}>{t.close}</Button>
          </div>
        )
      )}
    </div>
  )
}
