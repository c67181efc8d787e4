import { utcDay } from '@rts/shared/clock'
import pg from 'pg'
import { readTallies, shiftCourses } from '../services/projects/src/history/courses.ts'
import { readDaySteps } from '../services/projects/src/history/day-steps.sql.ts'
import { firstDay } from '../services/projects/src/history/rules/tallies.ts'
import { transact } from '../services/projects/src/transact.ts'
import { seedHistory, seedSites } from './lib/rank-seed.ts'
import { startStack } from './lib/stack.ts'
import { machine, median, printTable, round } from './lib/stats.ts'

const keywords = 10_000
const days = 365
const rounds = 7
const site = 'courses-site-1'

/** How long the visibility of a year takes in the projects service: counted from checks, kept for the first time, read, and changed. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  const pool = new pg.Pool({ connectionString: await stack.database('projects'), max: 2 })
  try {
    const seed = { prefix: 'courses', sites: 1, keywordsPerSite: keywords }
    await seedSites(pool, seed)
    await seedHistory(pool, seed, { days, domains: 1 })
    await pool.query('VACUUM (ANALYZE)')
    const until = utcDay(new Date())
    const domains = ['courses-domain-1-1']
    const year = { from: firstDay(until, days), until, reachDays: 1 }
    const month = { ...year, from: firstDay(until, 30) }
    const read = (window: typeof year) => timed(() => readTallies(pool, domains, window))
    const figures = {
      'a month from its checks ms': await timed(() => readDaySteps(pool, domains, month)),
      'a year from its checks ms': await timed(() => readDaySteps(pool, domains, year)),
      'a year for the first time ms': await read(year),
      'a year ms': await medianOf(() => read(year)),
      'a month ms': await medianOf(() => read(month)),
      'ten keywords taken away ms': await timed(() => transact(pool, (tx) => shiftCourses(tx, site, idsOf(10), -1))),
    }
    printTable(Object.entries(figures).map(([figure, value]) => ({ figure, value })))
    return { keywords, days, ...figures, machine: machine() }
  } finally {
    await pool.end()
    await stack.stop()
  }
}

const idsOf = (count: number) => Array.from({ length: count }, (_, i) => `courses-keyword-${i + 1}`)

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < rounds; n++) all.push(await measure())
  return median(all)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return round(performance.now() - start)
}
