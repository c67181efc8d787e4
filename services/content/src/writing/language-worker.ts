import { parentPort, workerData } from 'node:worker_threads'
import { otherLanguage } from './language.ts'

// The thread of language-thread.ts.
parentPort?.postMessage(otherLanguage(workerData.markdown, workerData.asked))
