import type { Query } from '../../world/query.ts'
import type { SerpTask } from './serp-task.ts'

export type QueuedTask = {
  id: string
  asked: SerpTask
  given: unknown
  query: Query
  day: string
  postedAt: Date
  fetched: boolean
}

const keptTasks = 100_000
const readyListLimit = 1000

export type TaskQueue = {
  newId(at: Date): string
  add(task: QueuedTask): void
  find(id: string): QueuedTask | null
  isReady(task: QueuedTask): boolean
  /** Not fetched yet, oldest first, at most 1,000. */
  ready(): QueuedTask[]
}

/** In memory, ready `delayMs()` after posting; beyond 100,000 the oldest are dropped. */
export function createTaskQueue(clock: () => Date, delayMs: () => number): TaskQueue {
  const tasks = new Map<string, QueuedTask>()
  let count = 0
  const isReady = (task: QueuedTask) => clock().getTime() >= task.postedAt.getTime() + delayMs()
  return {
    newId(at) {
      const digits = at.toISOString().replace(/\D/g, '')
      return `${digits.slice(4, 12)}-0696-0066-0000-${digits.slice(12, 14)}${(++count).toString(16).padStart(10, '0')}`
    },
    add(task) {
      tasks.set(task.id, task)
      const oldest = tasks.keys().next().value
      if (tasks.size > keptTasks && oldest !== undefined) tasks.delete(oldest)
    },
    find: (id) => tasks.get(id) ?? null,
    isReady,
    ready() {
      const list: QueuedTask[] = []
      for (const task of tasks.values()) {
        if (!task.fetched && isReady(task)) list.push(task)
        if (list.length === readyListLimit) break
      }
      return list
    },
  }
}
