import { Worker } from 'node:worker_threads'
import { AppError } from '@rts/shared/errors'
import { createFairQueue } from './fair-queue.ts'
import { type Answer, answerOf } from './structured/answer.ts'
import { findingSeverity } from './structured/model.ts'

export type PoolLimits = { workers: number; queued: number; checkMs: number; heapMb: number }
export type StructuredPool = {
  /** Checks a text in another thread, when its owner has a turn. What takes too much time or memory there is an answer too. */
  check(code: string, owner: string, gone?: AbortSignal): Promise<Answer>
  stop(): Promise<void>
}

type Job = { code: string; done: (answer: Answer) => void; failed: (error: Error) => void; isGone: () => boolean }
type Limit = 'LIMIT_TIME' | 'LIMIT_MEMORY'

const entry = new URL('structured-worker.ts', import.meta.url)

/** Threads that check texts of strangers, one text each at a time; a thread that a text has overstrained is replaced. */
export function createStructuredPool(limits: PoolLimits): StructuredPool {
  const queue = createFairQueue<Job>(limits.queued)
  const idle = new Set<Worker>()
  const all = new Set<Worker>()
  const running = new Set<Job>()
  let isStopped = false

  function start(): void {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } })
    worker.unref()
    all.add(worker)
    // A worker that fails between two texts is missed by nobody.
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

  function nextJob(): Job | undefined {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (!job.isGone()) return job
      job.failed(new AppError('timeout', 'Nobody waits for this check any longer'))
    }
    return undefined
  }

  function run(worker: Worker, job: Job): void {
    const timer = setTimeout(() => over('LIMIT_TIME'), limits.checkMs).unref()
    running.add(job)
    const off = () => {
      running.delete(job)
      clearTimeout(timer)
      worker.off('message', answered).off('error', failed)
    }
    const over = (limit: Limit) => {
      off()
      job.done(overLimit(limit, limits))
      void worker.terminate()
    }
    const answered = (answer: Answer) => {
      off()
      job.done(answer)
      idle.add(worker)
      next()
    }
    const failed = (error: Error) => {
      if (Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY') return over('LIMIT_MEMORY')
      off()
      job.failed(error)
    }
    worker.on('message', answered).on('error', failed)
    worker.postMessage(job.code)
  }

  for (let i = 0; i < limits.workers; i++) start()

  return {
    check: (code, owner, gone) =>
      new Promise((done, failed) => {
        if (isStopped) return failed(busy())
        queue.push(owner, { code, done, failed, isGone: () => gone?.aborted ?? false })?.failed(busy())
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

function overLimit(code: Limit, { checkMs, heapMb }: PoolLimits): Answer {
  const bound = code === 'LIMIT_TIME' ? `${checkMs / 1_000} seconds` : `${heapMb} MB`
  const message = `The check was ended after ${bound}: the text is too entangled`
  const finding = { code, severity: findingSeverity[code], message, at: null }
  return answerOf({ text: '', roots: [], richResults: new Map(), all: [finding], invalid: new Set() })
}
