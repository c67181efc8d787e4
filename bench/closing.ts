import os from 'node:os'
import { parseArgs } from 'node:util'
import { round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, withParts } from '../harness/system.ts'
import { endStep } from '../services/projects/src/rank-checks/ending.ts'
import { seedHistory, seedSites } from './lib/projects.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { millions: { type: 'string', default: '1' } },
})
const history = { days: 365, domains: 4 }

/** Closes accounts with so many million positions, a year of daily ones of four domains: how long it takes, and the longest step. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const sizes = []
    for (const millions of options.millions.split(',').map(Number)) sizes.push(await measure(parts, millions))
    printTable(sizes)
    return { sizes }
  })
}

async function measure(parts: Parts, millions: number) {
  const { pool } = await parts.database('projects', `closing_${millions}`.replace('.', '_'))
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
  const seconds = sumOf(steps) / 1_000
  return {
    positions,
    steps: steps.length,
    seconds: round(seconds, 1),
    secondsPerMillion: round((seconds * 1_000_000) / positions, 2),
    longestStepMs: round(Math.max(...steps)),
    load,
  }
}
