import type pg from 'pg'
import { createDailyStore } from '../../services/projects/src/ranks/daily.sql.ts'
import { createTurnStore } from '../../services/projects/src/ranks/turns.sql.ts'
import { dayOf, firstDay, rates, reachOf } from '../../services/projects/src/ranks/rules/daily.ts'
import { seedHistory, seedSites } from './rank-seed.ts'
import { median, round } from './stats.ts'

const seed = { prefix: 'changes', sites: 1, keywordsPerSite: 10_000 }
const rounds = 7
const dayMs = 86_400_000

/** What changes over time cost the database for 10,000 keywords, three rivals and 90 days of checks: for the Operator page, and by day. */
export async function measureChanges(pool: pg.Pool, databaseCpu: () => number) {
  await seedSites(pool, seed)
  await seedHistory(pool, seed, { days: 90, domains: 4 })
  await pool.query('SELECT ranks.find_turns(array_agg(id)) FROM keyword WHERE site_id = $1', ['changes-site-1'])
  await pool.query('VACUUM (ANALYZE)')
  const turns = createTurnStore(pool)
  const daily = createDailyStore(pool)
  const since = (days: number) => new Date(Date.now() - days * dayMs)
  const until = dayOf(new Date())
  const month = { from: firstDay(until, 30), until, reachDays: reachOf(1) }
  const reads = {
    turns: () => turns.turns('changes-site-1', since(28), 5_000),
    passes: () => turns.passes('changes-site-1', since(15), 5_000),
    visibility: () => daily.steps(['changes-domain-1-1'], month, rates),
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
