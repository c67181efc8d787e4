import { parentPort, workerData } from 'node:worker_threads'
import { otherLanguage } from './language.ts'

parentPort?.postMessage(otherLanguage(workerData.markdown, workerData.asked))
