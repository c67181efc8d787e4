import { parentPort } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { judged, type LinkingPage } from './judge.ts'

// A thread of verifier.ts: a page in, what it shows of a link out.
comeAfterCalls()
parentPort?.on('message', (page: LinkingPage) => parentPort?.postMessage(judged(page)))
parentPort?.postMessage('ready')
