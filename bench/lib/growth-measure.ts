import type pg from 'pg'
import { type Costs, readCosts, resetCosts } from './growth-database.ts'
import type { Task } from './growth-reads.ts'

/** The cost of a task: blocks of the database, its time in milliseconds, and that of each statement. */
export type Figure = { buffers: number; ms: number; serviceMs: number; costs: Costs }

/** Plans of prepared statements are settled after five calls of a connection. */
const warmUps = 5
const rounds = 2
/** Some work goes on after an answer: facts on their way, for the most part. */
const settleMs = 400

/** Each statement as often as in the cheapest of its runs: other work of the system can only add to one. `cpuMs` is the services' processor time so far. */
export async function measure(
  client: pg.Client,
  task: Task,
  { forget, cpuMs }: { forget(): Promise<void>; cpuMs(): number },
): Promise<Figure> {
  const runs: Costs[] = []
  let serviceMs = Number.POSITIVE_INFINITY
  for (let n = task.settles ? warmUps - 2 : 0; n < warmUps + rounds; n++) {
    if (n % 3 === 0) await forget()
    await task.prepare?.()
    await resetCosts(client)
    const before = cpuMs()
    await task.run()
    if (task.settles) await delay(settleMs)
    if (n < warmUps) continue
    serviceMs = Math.min(serviceMs, cpuMs() - before)
    runs.push(await readCosts(client))
  }
  const costs = cheapest(runs)
  const all = [...costs.values()]
  const buffers = all.reduce((sum, cost) => sum + cost.buffers, 0)
  return { buffers, ms: all.reduce((sum, cost) => sum + cost.ms, 0), serviceMs, costs }
}

/** The statements that are in all runs, each from the run in which it read least. */
function cheapest([first, ...others]: Costs[]): Costs {
  const kept = [...(first ?? [])].flatMap(([key, cost]) => {
    const seen = [cost, ...others.flatMap((run) => run.get(key) ?? [])]
    const min = seen.reduce((a, b) => (b.buffers < a.buffers ? b : a))
    return seen.length > others.length ? [[key, min] as const] : []
  })
  return new Map(kept)
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
