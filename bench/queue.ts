import { parseArgs } from 'node:util'
import { readOrder } from '../services/projects/src/queue/due-order.sql.ts'
import { makeDue, seedSites } from './lib/rank-seed.ts'
import { type Service, type Setting, startReplicas, startSandbox } from './lib/rank-services.ts'
import { type Stack, startStack } from './lib/stack.ts'
import { machine, median, round } from './lib/stats.ts'

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

/** Measures how fast two replicas of the projects service drain so many due pages, and what reading the head of the queue costs meanwhile. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const sandbox = await startSandbox(stack)
    const lengths = []
    for (const due of options.due.split(',').map(Number)) lengths.push(await measure(stack, sandbox, due))
    console.table(lengths)
    return { lengths, seconds, machine: machine() }
  } finally {
    await stack.stop()
  }
}

async function measure(stack: Stack, sandbox: Service, due: number) {
  const settings = await startReplicas(stack, sandbox, 2)
  const { pool } = settings[0] as Setting
  const sites = Math.ceil(due / keywordsPerSite)
  await seedSites(pool, { prefix: 'queue', sites, keywordsPerSite })
  await pool.query('VACUUM ANALYZE')
  await makeDue(pool)
  const fetched = async () =>
    Number((await pool.query('SELECT count(*) FROM page_target WHERE last_fetched_at IS NOT NULL')).rows[0].count)
  await delay(5_000)
  const before = await fetched()
  const startedAt = performance.now()
  const heads: number[] = []
  const isOver = () => performance.now() - startedAt > seconds * 1_000
  while (!isOver()) {
    const at = performance.now()
    await readOrder(pool, new Date(), headSize)
    heads.push(performance.now() - at)
    await delay(2_000)
  }
  const after = await fetched()
  const took = (performance.now() - startedAt) / 1_000
  const left = due - after
  for (const { service } of settings) process.kill(service.pid)
  await pool.end()
  const ms = (values: number[]) => round(median(values), 1)
  return {
    due,
    pagesPerSecond: round((after - before) / took, 1),
    headMs: ms(heads),
    headMaxMs: round(Math.max(...heads), 1),
    left,
  }
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
