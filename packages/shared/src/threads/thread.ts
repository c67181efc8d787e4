import { constants, getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/** Starts a thread that ends with `isOutOfMemory` when its heap has more than `heapMb` of old objects. */
export function startThread(entry: URL, heapMb: number, workerData?: unknown): Worker {
  // A --max-old-space-size of the process would win over the thread's own limit; the main thread keeps what it was started with.
  setFlagsFromString('--max-old-space-size=0')
  return new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } })
}

/** A thread takes some 20 MB. */
export const idleThreadMs = 60_000

export function isOutOfMemory(error: unknown): boolean {
  return Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

let comesAfter = false

/** For a thread that reads texts of strangers: it computes after the calls of people, which the main thread serves. */
export function comeAfterCalls(): void {
  if (comesAfter) return
  comesAfter = true
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL))
}

/**
 * Calls `over` once a thread has used `ms` of processor time since the last `begin`. The first tenth is not looked at: most texts are
 * answered by then.
 */
export function watchThread(thread: Worker, ms: number, over: () => void): { begin(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined

  function lookIn(waitMs: number, look: () => Promise<void>): void {
    timer = setTimeout(() => void look().catch(() => {}), waitMs).unref()
  }

  async function start(): Promise<void> {
    const mine = timer
    const before = await thread.cpuUsage()
    if (mine === timer) lookIn(ms, () => look(before))
  }

  async function look(before: NodeJS.CpuUsage): Promise<void> {
    const mine = timer
    const { user, system } = await thread.cpuUsage(before)
    if (mine !== timer) return
    const leftMs = ms - (user + system) / 1_000
    if (leftMs <= 0) over()
    else lookIn(Math.max(10, leftMs), () => look(before))
  }

  function end(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    begin() {
      end()
      lookIn(ms / 10, start)
    },
    end,
  }
}
