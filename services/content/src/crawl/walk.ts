import type { PageFacts } from '../audit/audit.ts'
import type { Frontier } from './frontier.ts'
import { Paused } from './memory.ts'
import { visit } from './visit.ts'

/** Consecutive failures before a host is given up. */
const maxFailures = 10

type Walk = Parameters<typeof visit>[0] & {
  connections: number
  /** By `performance.now()`. */
  endsAt: number
  isPaused(): Promise<boolean>
  save(page: PageFacts, known: number): Promise<void>
  isSpent(): boolean
  finish(page: PageFacts): Promise<void>
  isDone?(): boolean
}

/** Visits addresses concurrently; true once none are left. Throws `Paused`. */
export async function walk(frontier: Frontier, request: Walk): Promise<boolean> {
  const running = new Set<Promise<void>>()
  let failures = 0
  const visitOne = async (url: string) => {
    const page = await visit(request, url)
    failures = page.status === null ? failures + 1 : 0
    await request.finish(page)
    await request.save(page, frontier.known())
  }
  const isOver = () =>
    failures >= maxFailures || performance.now() > request.endsAt || request.isSpent() || request.isDone?.() === true
  for (;;) {
    const isPaused = await request.isPaused()
    const url = running.size < request.connections && !isPaused && !isOver() ? frontier.next() : null
    if (url === null) {
      if (running.size === 0 && isPaused) throw new Paused()
      if (running.size === 0) return !isOver()
      await Promise.race(running)
      continue
    }
    const task = visitOne(url).finally(() => running.delete(task))
    // The race throws the first failure; later ones need a listener.
    task.catch(() => {})
    running.add(task)
  }
}
