import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { createFairQueue } from './fair-queue.ts'
import { isOutOfMemory, startThread, watchThread } from './thread.ts'

/** `answerMs` (of the thread's processor time) and `heapMb` are the bounds of one text. */
export type PoolLimits = { workers: number; queued: number; answerMs: number; heapMb: number }
/** The answer, or what a text took too much of. */
export type Answered<A> = { answer: A } | { over: 'time' | 'memory' }
export type ThreadPool<Q, A> = {
  /** Asks a thread when the owner has a turn; rejects `unavailable` when too many questions wait. The thread takes `given` over. */
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
 * Threads that read texts of strangers, one text each at a time; a thread that a text has overstrained is replaced. `entry` posts
 * one message when it is ready, then one answer for each question.
 */
export function createThreadPool<Q, A>(entry: URL, limits: PoolLimits): ThreadPool<Q, A> {
  const queue = createFairQueue<Job<Q, A>>(limits.queued)
  const idle = new Set<Worker>()
  const all = new Set<Worker>()
  const running = new Set<Job<Q, A>>()
  let isStopped = false

  function start(): void {
    const worker = startThread(entry, limits.heapMb)
    worker.unref()
    all.add(worker)
    // A worker that fails between two texts loses no answer.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      idle.delete(worker)
      if (!isStopped) start()
    })
    worker.once('message', () => {
      idle.add(worker)
      next()
    })
  }

  function next(): void {
    for (const worker of idle) {
      const job = nextJob()
      if (!job) return
      idle.delete(worker)
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
      idle.add(worker)
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
        // Started when it is needed: a thread takes some 20 MB.
        if (idle.size === 0 && all.size < limits.workers) start()
        next()
      }),
    stop: async () => {
      isStopped = true
      for (let job = queue.shift(); job; job = queue.shift()) job.failed(busy())
      for (const job of running) job.failed(busy())
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many checks are waiting; try again', { retryAfterSeconds: 5 })
}
