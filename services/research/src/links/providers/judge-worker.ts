import { parentPort } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { judged, type LinkingPage } from './judge.ts'

// Worker of verifier.ts: a page in, its link facts out.
comeAfterCalls()
parentPort?.on('message', (page: LinkingPage) => parentPort?.postMessage(judged(page)))
parentPort?.postMessage('ready')
