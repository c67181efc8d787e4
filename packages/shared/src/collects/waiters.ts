import { setTimeout as delay } from 'node:timers/promises'

const lookEveryMs = 1_000

/** Calls that wait for runs to end: at most `most` at once, the others come back later. */
export function createWaiters(most: number) {
  const bySubject = new Map<string, Set<() => void>>()
  let waiting = 0

  /** Waits until `isDone`, at most `ms`. It listens before it looks, so that no end is missed; a lost notification costs a second. */
  async function wait(subjectIds: readonly string[], ms: number, isDone: () => Promise<boolean>): Promise<void> {
    if (waiting >= most || ms <= 0) return
    waiting++
    const deadline = performance.now() + ms
    try {
      while (performance.now() < deadline) {
        const heard = listen(subjectIds)
        try {
          if (await isDone()) return
          await heard.within(Math.min(lookEveryMs, deadline - performance.now()))
        } finally {
          heard.stop()
        }
      }
    } finally {
      waiting--
    }
  }

  function listen(subjectIds: readonly string[]) {
    const over = new AbortController()
    const wake = () => over.abort()
    for (const id of subjectIds) bySubject.set(id, (bySubject.get(id) ?? new Set()).add(wake))
    return {
      within: (ms: number) => delay(Math.max(0, ms), undefined, { signal: over.signal }).catch(() => {}),
      stop: () => {
        for (const id of subjectIds) {
          const own = bySubject.get(id)
          own?.delete(wake)
          if (own?.size === 0) bySubject.delete(id)
        }
      },
    }
  }

  return {
    wait,
    done: (subjectId: string): void => {
      for (const wake of bySubject.get(subjectId) ?? []) wake()
    },
  }
}
