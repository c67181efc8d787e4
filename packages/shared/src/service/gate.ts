import { createFairQueue } from '../threads/fair-queue.ts'

export type GateLimits = {
  /** As many more may wait. */
  atOnce: number
  /** Per owner; unlimited for '', the services themselves. */
  ofOne: number
}
type Job = { owner: string; work(): Promise<void>; refused(): void }
export type Gate = ReturnType<typeof createGate>

/** Owners take turns. When too many wait, one of the longest line is refused. */
export function createGate({ atOnce, ofOne }: GateLimits) {
  const waiting = createFairQueue<Job>(atOnce)
  const running = new Map<string, number>()
  const idleWaiters: (() => void)[] = []
  let active = 0
  const hasRoom = (owner: string) => owner === '' || (running.get(owner) ?? 0) < ofOne

  function change(owner: string, by: 1 | -1): void {
    const count = (running.get(owner) ?? 0) + by
    if (count > 0) running.set(owner, count)
    else running.delete(owner)
    active += by
  }

  async function run({ owner, work }: Job): Promise<void> {
    change(owner, 1)
    await work().catch(() => {})
    change(owner, -1)
    fill()
    if (active === 0) for (const wake of idleWaiters.splice(0)) wake()
  }

  function fill(): void {
    while (active < atOnce) {
      const next = waiting.shift(hasRoom)
      if (!next) return
      void run(next)
    }
  }

  return {
    enter(job: Job): void {
      waiting.push(job.owner, job)?.refused()
      fill()
    },
    idle: () => (active === 0 ? Promise.resolve() : new Promise<void>((resolve) => idleWaiters.push(resolve))),
  }
}
