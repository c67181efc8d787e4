import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { createFairQueue } from './fair-queue.ts'
import { idleThreadMs, isOutOfMemory, startThread, watchThread } from './thread.ts'

/** `answerMs` (of the thread's processor time) and `heapMb` are the bounds of one text. */
export type PoolLimits = { workers: number; queued: number; answerMs: number; heapMb: number }
export type Answered<A> = { answer: A } | { over: 'time' | 'memory' }
export type ThreadPool<Q, A> = {
  /** Asks a thread at its owner's turn; rejects `unavailable` when too many wait. The thread takes over `given`. */
  ask(question: Q, owner: string, signal?: AbortSignal, given?: ArrayBuffer[]): Promise<Answered<A>>
  stop(): Promise<void>
}

type Job<Q, A> = {
  question: Q
  given: ArrayBuffer[]
  done: (answer: Answered<A>) => void
  failed: (error: Error) => void
  isGone: () => boolean
}

/**
 * Threads that read one text of strangers at a time. An overstrained one ends, as does one without a text for `endsAfterMs`. `entry`
 * posts one message when it is ready, then one answer per question.
 */
export function createThreadPool<Q, A>(entry: URL, limits: PoolLimits, endsAfterMs = idleThreadMs): ThreadPool<Q, A> {
  const queue = createFairQueue<Job<Q, A>>(limits.queued)
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()
  const running = new Set<Job<Q, A>>()
  let isStopped = false

  function start(): void {
    const worker = startThread(entry, limits.heapMb)
    worker.unref()
    all.add(worker)
    let hasStarted = false
    // A worker that fails between two texts loses no answer.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      unrest(worker)
      if (!hasStarted) failAll(() => new Error('a thread did not start'))
      else if (!isStopped && !queue.isEmpty()) start()
    })
    worker.once('message', () => {
      hasStarted = true
      rest(worker)
      next()
    })
  }

  function rest(worker: Worker): void {
    const end = () => {
      idle.delete(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, endsAfterMs).unref())
  }

  function unrest(worker: Worker): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }

  function failAll(error: () => Error): void {
    for (let job = queue.shift(); job; job = queue.shift()) job.failed(error())
  }

  function next(): void {
    for (const worker of idle.keys()) {
      const job = nextJob()
      if (!job) return
      unrest(worker)
      run(worker, job)
    }
  }

  function nextJob(): Job<Q, A> | undefined {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (!job.isGone()) return job
      job.failed(new AppError('timeout', 'The caller of this check has left'))
    }
    return undefined
  }

  function run(worker: Worker, job: Job<Q, A>): void {
    const watch = watchThread(worker, limits.answerMs, () => end('time'))
    watch.begin()
    running.add(job)
    const off = () => {
      running.delete(job)
      watch.end()
      worker.off('message', answered).off('error', failed)
    }
    const end = (over: 'time' | 'memory') => {
      off()
      job.done({ over })
      void worker.terminate()
    }
    const answered = (answer: A) => {
      off()
      job.done({ answer })
      rest(worker)
      next()
    }
    const failed = (error: Error) => {
      if (isOutOfMemory(error)) return end('memory')
      off()
      job.failed(error)
    }
    worker.on('message', answered).on('error', failed)
    worker.postMessage(job.question, job.given)
  }

  return {
    ask: (question, owner, signal, given = []) =>
      new Promise((done, failed) => {
        if (isStopped) return failed(busy())
        queue.push(owner, { question, given, done, failed, isGone: () => signal?.aborted ?? false })?.failed(busy())
        if (idle.size === 0 && all.size < limits.workers) start()
        next()
      }),
    stop: async () => {
      isStopped = true
      failAll(busy)
      for (const job of running) job.failed(busy())
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many checks are waiting; try again', { retryAfterSeconds: 5 })
}
