import { parentPort } from 'node:worker_threads'
import { createStructuredCheck } from './structured/check.ts'

// A worker thread of structured-pool.ts: a text in, its findings out.
const check = createStructuredCheck()
parentPort?.on('message', (code: string) => parentPort?.postMessage(check(code)))
parentPort?.postMessage('ready')
