import { parentPort } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { decodePage } from '../page/page.ts'
import { createStructuredCheck } from './check.ts'
import { lacksIn } from './lacks.ts'
import type { Question } from './structured-pool.ts'

// Worker of structured-pool.ts: a text in, findings out.
comeAfterCalls()
const check = createStructuredCheck()
parentPort?.on('message', async ({ checked, wants, source }: Question) => {
  const text = typeof checked === 'string' ? checked : decodePage(checked.bytes, checked.contentType).text
  const answer = check(text)
  if (wants === 'lacks') return parentPort?.postMessage(lacksIn(answer))
  // Loads the contract only when needed: it takes more memory than the rules.
  const { writeCheck } = await import('./write-check.ts')
  const written = writeCheck(answer, source)
  parentPort?.postMessage(written, [written.json.buffer])
})
parentPort?.postMessage('ready')
