// Reads answers, many at once, in a thread whose memory a test limits.
import { parentPort, workerData } from 'node:worker_threads'
import { readProvider } from '../call.ts'
import { createProviderHttp } from '../http.ts'
import { listeningLogger, standingClock } from './setting.ts'

const { url, times, atOnce }: { url: string; times: number; atOnce: number } = workerData
const http = createProviderHttp({ timeoutMs: 60_000, clock: standingClock(), logger: listeningLogger().logger })
const read = (body: unknown): number => Object(body).rows.length
let rows = 0
for (let i = 0; i < times; i++) {
  const asked = Array.from({ length: atOnce }, () => readProvider(http, { provider: 'x', url, read }))
  for (const answer of await Promise.all(asked)) rows += typeof answer === 'number' ? answer : 0
}
parentPort?.postMessage(rows)
