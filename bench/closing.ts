import os from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { endStep } from '../services/projects/src/ending/deletion.ts'
import { seedHistory, seedSites } from './lib/rank-seed.ts'
import { type Stack, startStack } from './lib/stack.ts'
import { machine, printTable, round } from './lib/stats.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { millions: { type: 'string', default: '1' } },
})
const history = { days: 365, domains: 4 }

/** Closes accounts with so many million positions, a year of daily ones of four domains: how long it takes, and the longest step. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const sizes = []
    for (const millions of options.millions.split(',').map(Number)) sizes.push(await measure(stack, millions))
    printTable(sizes)
    return { sizes, machine: machine() }
  } finally {
    await stack.stop()
  }
}

async function measure(stack: Stack, millions: number) {
  const pool = new pg.Pool({ connectionString: await stack.database('projects', `closing_${millions}`), max: 2 })
  const keywordsPerSite = Math.ceil((millions * 1_000_000) / history.days / history.domains)
  const site = { prefix: 'closing', sites: 1, keywordsPerSite }
  await seedSites(pool, site)
  const positions = await seedHistory(pool, site, history)
  await pool.query('VACUUM ANALYZE')
  await pool.query(`UPDATE account SET status = 'closed'`)
  await pool.query('UPDATE site SET deleted_at = now()')
  const steps: number[] = []
  const load = round(os.loadavg()[0] ?? 0, 1)
  for (let isMore = true; isMore; ) {
    const startedAt = performance.now()
    isMore = await endStep(pool, new Date())
    steps.push(performance.now() - startedAt)
  }
  const left = Number((await pool.query('SELECT count(*) FROM ranks.rank')).rows[0].count)
  if (left > 0) throw new Error(`${left} positions were left`)
  await pool.end()
  const seconds = steps.reduce((sum, ms) => sum + ms, 0) / 1_000
  return {
    positions,
    steps: steps.length,
    seconds: round(seconds, 1),
    secondsPerMillion: round((seconds * 1_000_000) / positions, 2),
    longestStepMs: round(Math.max(...steps)),
    load,
  }
}
