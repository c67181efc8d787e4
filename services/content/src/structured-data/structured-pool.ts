import { Written } from '@rts/shared/contract/written'
import { createThreadPool } from '@rts/shared/threads/thread-pool'
import { type Answer, answerOf } from './answer.ts'
import { findingSeverity } from './model.ts'
import { type Source, writeCheck } from './write-check.ts'

export type PoolLimits = { workers: number; queued: number; checkMs: number; heapMb: number }
export type Checked = string | { bytes: Uint8Array; contentType: string }
export type Question = { checked: Checked; wants: 'answer' | 'lacks'; source?: Source | undefined }
export type StructuredPool = {
  /** Checks in a thread, which takes over a page's bytes, in the owner's turn. Exceeding time or memory is an answer too. */
  check(checked: Checked, owner: string, signal?: AbortSignal, source?: Source): Promise<Written>
  /** Properties missing for the results its items aim at; none on timeout. */
  lacks(text: string, owner: string, signal: AbortSignal): Promise<string[]>
  stop(): Promise<void>
}

const entry = new URL('structured-worker.ts', import.meta.url)

export function createStructuredPool({ checkMs, ...limits }: PoolLimits): StructuredPool {
  const pool = createThreadPool<Question, Written | string[]>(entry, { ...limits, answerMs: checkMs })
  return {
    async check(checked, owner, signal, source) {
      const asked = await pool.ask({ checked, wants: 'answer', source }, owner, signal, ownMemoryOf(checked))
      if ('answer' in asked && !Array.isArray(asked.answer))
        return new Written(asked.answer.operation, asked.answer.json)
      const isSlow = 'over' in asked && asked.over === 'time'
      const over = isSlow
        ? overLimit('LIMIT_TIME', `${checkMs / 1_000} seconds`)
        : overLimit('LIMIT_MEMORY', `${limits.heapMb} MB`)
      return writeCheck(over, source)
    },
    async lacks(text, owner, signal) {
      const asked = await pool.ask({ checked: text, wants: 'lacks' }, owner, signal)
      return 'answer' in asked && Array.isArray(asked.answer) ? asked.answer : []
    },
    stop: pool.stop,
  }
}

/** Small pages share a buffer, which no thread can take over. */
function ownMemoryOf(checked: Checked): ArrayBuffer[] {
  if (typeof checked === 'string') return []
  const { buffer, byteLength } = checked.bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function overLimit(code: 'LIMIT_TIME' | 'LIMIT_MEMORY', bound: string): Answer {
  const message = `The check was ended after ${bound}: the document is too complex`
  const finding = { code, severity: findingSeverity[code], message, at: null }
  return answerOf({ text: '', roots: [], richResults: new Map(), all: [finding], invalid: new Set() })
}
