import type pg from 'pg'
import { type Costs, readCosts, resetCosts } from './growth-database.ts'
import type { Task } from './growth-reads.ts'

/** What a task costs: blocks of the database, its time in milliseconds, and that of each statement. */
export type Figure = { buffers: number; ms: number; serviceMs: number; costs: Costs }

/** Plans of prepared statements are settled after five calls of a connection. */
const warmUps = 5
const rounds = 2
/** What goes on after an answer: facts on their way, for the most part. */
const settleMs = 400

/** The cheaper of two runs: other work of the system can only add to one. `cpuMs` is the processor time of the services so far. */
export async function measure(
  client: pg.Client,
  task: Task,
  { forget, cpuMs }: { forget(): Promise<void>; cpuMs(): number },
): Promise<Figure> {
  let best: Figure | undefined
  for (let n = task.settles ? warmUps - 2 : 0; n < warmUps + rounds; n++) {
    if (n % 3 === 0) await forget()
    await task.prepare?.()
    await resetCosts(client)
    const before = cpuMs()
    await task.run()
    if (task.settles) await delay(settleMs)
    const serviceMs = cpuMs() - before
    if (n < warmUps) continue
    const costs = await readCosts(client)
    const all = [...costs.values()]
    const buffers = all.reduce((sum, cost) => sum + cost.buffers, 0)
    const ms = all.reduce((sum, cost) => sum + cost.ms, 0)
    if (!best || buffers < best.buffers) best = { buffers, ms, serviceMs, costs }
  }
  if (!best) throw new Error('nothing was measured')
  return best
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
