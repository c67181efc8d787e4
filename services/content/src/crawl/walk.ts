import type { PageFacts } from '../audit/audit.ts'
import type { Frontier } from './frontier.ts'
import { Paused } from './memory.ts'
import { visit } from './visit.ts'

/** A host that fails to answer so often in a row is left alone. */
const maxFailures = 10

type Walk = Parameters<typeof visit>[0] & {
  connections: number
  /** On the clock of `performance.now()`. */
  endsAt: number
  isPaused(): Promise<boolean>
  /** Awaited before the crawl goes on. */
  save(page: PageFacts, known: number): Promise<void>
  /** Whether robots.txt has rules that cost too much. */
  isSpent(): boolean
  finish(page: PageFacts): Promise<void>
  /** Whether it has what it was sent for. */
  isDone?(): boolean
}

/** Visits what the frontier knows, some addresses at a time; whether it knows no more. Throws `Paused` once the crawl is to leave its place. */
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
    // The race throws the first failure; later ones have no listener.
    task.catch(() => {})
    running.add(task)
  }
}
