import { dayMs, utcDay } from '@rts/shared/clock'
import type pg from 'pg'
import { readDaySteps } from '../../services/projects/src/history/day-steps.sql.ts'
import { firstDay, reachOf } from '../../services/projects/src/history/rules/tallies.ts'
import { listPasses, listTurns } from '../../services/projects/src/ranks/turns.sql.ts'
import { seedHistory, seedSites } from './rank-seed.ts'
import { median, round } from './stats.ts'

const seed = { prefix: 'changes', sites: 1, keywordsPerSite: 10_000 }
const rounds = 7

/** The database's cost of changes over time for 10,000 keywords, three rivals and 90 days of checks: for the Operator page, and by day. */
export async function measureChanges(pool: pg.Pool, databaseCpu: () => number) {
  await seedSites(pool, seed)
  await seedHistory(pool, seed, { days: 90, domains: 4 })
  await pool.query('SELECT ranks.find_turns(array_agg(id)) FROM keyword WHERE site_id = $1', ['changes-site-1'])
  await pool.query('VACUUM (ANALYZE)')
  const since = (days: number) => new Date(Date.now() - days * dayMs)
  const until = utcDay(new Date())
  const month = { from: firstDay(until, 30), until, reachDays: reachOf(1) }
  const reads = {
    turns: () => listTurns(pool, 'changes-site-1', since(28), 5_000),
    passes: () => listPasses(pool, 'changes-site-1', since(15), 5_000),
    visibility: () => readDaySteps(pool, ['changes-domain-1-1'], month),
  }
  const rows = []
  for (const [read, ask] of Object.entries(reads)) {
    const waits: number[] = []
    const before = databaseCpu()
    for (let i = 0; i < rounds; i++) {
      const startedAt = performance.now()
      await ask()
      waits.push(performance.now() - startedAt)
    }
    const cpuMs = (databaseCpu() - before) / 1_000 / rounds
    rows.push({ read, 'p50 ms': round(median(waits)), 'database CPU ms': round(cpuMs) })
  }
  return rows
}
