import { createThreadPool } from '@rts/shared/threads/thread-pool'
import { type Answer, answerOf } from './answer.ts'
import { findingSeverity } from './model.ts'

export type PoolLimits = { workers: number; queued: number; checkMs: number; heapMb: number }
/** A text, or a page as it was fetched. */
export type Checked = string | { bytes: Uint8Array; contentType: string }
export type Question = { checked: Checked; wants: 'answer' | 'lacks' }
export type StructuredPool = {
  /** Checks a text in another thread, when its owner has a turn. What takes too much time or memory there is an answer too. */
  check(checked: Checked, owner: string, gone?: AbortSignal): Promise<Answer>
  /** What its items lack for the results that they ask for; of a text that takes too much, nothing is said. */
  lacks(text: string, owner: string, gone: AbortSignal): Promise<string[]>
  stop(): Promise<void>
}

const entry = new URL('structured-worker.ts', import.meta.url)

/** Threads that check the structured data of strangers. */
export function createStructuredPool({ checkMs, ...limits }: PoolLimits): StructuredPool {
  const pool = createThreadPool<Question, Answer | string[]>(entry, { ...limits, answerMs: checkMs })
  return {
    async check(checked, owner, gone) {
      const asked = await pool.ask({ checked, wants: 'answer' }, owner, gone)
      if ('answer' in asked && !Array.isArray(asked.answer)) return asked.answer
      const isSlow = 'over' in asked && asked.over === 'time'
      return isSlow
        ? overLimit('LIMIT_TIME', `${checkMs / 1_000} seconds`)
        : overLimit('LIMIT_MEMORY', `${limits.heapMb} MB`)
    },
    async lacks(text, owner, gone) {
      const asked = await pool.ask({ checked: text, wants: 'lacks' }, owner, gone)
      return 'answer' in asked && Array.isArray(asked.answer) ? asked.answer : []
    },
    stop: pool.stop,
  }
}

function overLimit(code: 'LIMIT_TIME' | 'LIMIT_MEMORY', bound: string): Answer {
  const message = `The check was ended after ${bound}: the document is too complex`
  const finding = { code, severity: findingSeverity[code], message, at: null }
  return answerOf({ text: '', roots: [], richResults: new Map(), all: [finding], invalid: new Set() })
}
