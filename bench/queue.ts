import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median, round, timed } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, type Served, withParts } from '../harness/system.ts'
import { readOrder } from '../services/projects/src/queue/due-order.sql.ts'
import { fetchedOf, makeDue, seedSites, startReplicas, startSandbox } from './lib/projects.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    due: { type: 'string', default: '10000,500000,1000000' },
    seconds: { type: 'string', default: '60' },
  },
})
const seconds = Number(options.seconds)
const keywordsPerSite = 1_000
/** As many as a worker reads. */
const headSize = 1_000

/** How fast two replicas of the projects service drain so many due pages, and what reading the head of the queue costs meanwhile. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const sandbox = await startSandbox(parts)
    const lengths = []
    for (const due of options.due.split(',').map(Number)) lengths.push(await measure(parts, sandbox, due))
    printTable(lengths)
    return { lengths, seconds }
  })
}

async function measure(parts: Parts, sandbox: Served, due: number) {
  const replicas = await startReplicas(parts, sandbox, 2)
  const [{ pool } = { pool: undefined }] = replicas
  if (!pool) throw new Error('no service was started')
  await seedSites(pool, { prefix: 'queue', sites: Math.ceil(due / keywordsPerSite), keywordsPerSite })
  await pool.query('VACUUM ANALYZE')
  await makeDue(pool)
  await delay(5_000)
  const before = await fetchedOf(pool)
  const startedAt = performance.now()
  const took = () => (performance.now() - startedAt) / 1_000
  const heads: number[] = []
  while (took() < seconds) {
    heads.push(await timed(() => readOrder(pool, new Date(), headSize)))
    await delay(2_000)
  }
  const after = await fetchedOf(pool)
  const pagesPerSecond = round((after - before) / took(), 1)
  for (const { service } of replicas) await service.stop()
  return {
    due,
    pagesPerSecond,
    headMs: round(median(heads), 1),
    headMaxMs: round(Math.max(...heads), 1),
    left: due - after,
  }
}
