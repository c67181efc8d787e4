import { setTimeout as delay } from 'node:timers/promises'

const lookEveryMs = 1_000

/** Calls that wait for runs to end: at most `max`, a quarter of them of one account. */
export function createWaiters(max: number) {
  const bySubject = new Map<string, Set<() => void>>()
  const ofAccounts = new Map<string, number>()
  let waiting = 0

  function count(account: string, by: 1 | -1): void {
    const own = (ofAccounts.get(account) ?? 0) + by
    if (own > 0) ofAccounts.set(account, own)
    else ofAccounts.delete(account)
    waiting += by
  }

  /** Waits until `isDone`, at most `ms`. It listens before it looks; a lost notification costs a second. */
  async function wait(account: string, subjectIds: readonly string[], ms: number, isDone: () => Promise<boolean>) {
    if (waiting >= max || (ofAccounts.get(account) ?? 0) >= max / 4 || ms <= 0) return
    count(account, 1)
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
      count(account, -1)
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
