import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { readCosts } from './growth-database.ts'
import type { Figure } from './growth-measure.ts'
import type { Task } from './growth-reads.ts'

/** Long enough for the first round of each loop, which comes at the start or soon after, and for many of the short ones. */
const watchMs = 20_000

/** The costs of the loops of a system that has just started, each of their statements by itself and for one call. */
export async function measureLoops(client: pg.Client): Promise<Map<string, Figure>> {
  await new Promise((resolve) => setTimeout(resolve, watchMs))
  const figures = new Map<string, Figure>()
  for (const [key, cost] of await readCosts(client)) {
    const buffers = Math.round(cost.buffers / cost.calls)
    const name = `loop ${cost.database}: ${cost.text.replaceAll(/\s+/g, ' ').slice(0, 90)} ${key.slice(-4)}`
    figures.set(name, { buffers, ms: cost.ms / cost.calls, serviceMs: 0, costs: new Map([[key, cost]]) })
  }
  return figures
}

/** The metrics of each service, as they are read by who watches them; its admin port is in the log of its start. */
export function metricTasks(folder: string): Task[] {
  const log = readFileSync(path.join(folder, 'logs', 'services.log'), 'utf8')
  const ports = new Map<string, string>()
  for (const [, service = '', port = ''] of log.matchAll(/"service":"(\w+)"[^\n]*"adminPort":(\d+)/g))
    ports.set(service, port)
  return [...ports].map(([service, port]) => ({
    name: `metrics of ${service}`,
    run: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
      if (!answer.ok) throw new Error(`${answer.status}`)
      await answer.text()
    },
  }))
}
