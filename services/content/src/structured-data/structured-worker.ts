import { parentPort } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { decodePage } from '../page/page.ts'
import { createStructuredCheck } from './check.ts'
import { lacksIn } from './lacks.ts'
import type { Question } from './structured-pool.ts'

// A worker thread of structured-pool.ts: a text in, its findings out.
comeAfterCalls()
const check = createStructuredCheck()
parentPort?.on('message', ({ checked, wants }: Question) => {
  const text = typeof checked === 'string' ? checked : decodePage(checked.bytes, checked.contentType).text
  const answer = check(text)
  parentPort?.postMessage(wants === 'lacks' ? lacksIn(answer) : answer)
})
parentPort?.postMessage('ready')
