import { utcDay } from '@rts/shared/clock'
import { median, round, timed } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { readTallies, shiftCourses } from '../services/projects/src/rank-checks/courses.ts'
import { readDaySteps } from '../services/projects/src/rank-checks/day-steps.sql.ts'
import { firstDay } from '../services/projects/src/rank-checks/rules/tallies.ts'
import { transact } from '../services/projects/src/transact.ts'
import { seedHistory, seedSites } from './lib/projects.ts'

const keywords = 10_000
const days = 365
const rounds = 7

/** How long the visibility of a year takes in the projects service: counted from checks, kept for the first time, read, and changed. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const { pool } = await parts.database('projects')
    const seed = { prefix: 'courses', sites: 1, keywordsPerSite: keywords }
    await seedSites(pool, seed)
    await seedHistory(pool, seed, { days, domains: 1 })
    await pool.query('VACUUM (ANALYZE)')
    const until = utcDay(new Date())
    const domains = ['courses-domain-1-1']
    const year = { from: firstDay(until, days), until, reachDays: 1 }
    const month = { ...year, from: firstDay(until, 30) }
    const read = (window: typeof year) => timed(() => readTallies(pool, domains, window))
    const medianOf = async (window: typeof year) => {
      const all: number[] = []
      for (let n = 0; n < rounds; n++) all.push(await read(window))
      return median(all)
    }
    const taken = Array.from({ length: 10 }, (_, i) => `courses-keyword-${i + 1}`)
    const figures = {
      'a month from its checks': await timed(() => readDaySteps(pool, domains, month)),
      'a year from its checks': await timed(() => readDaySteps(pool, domains, year)),
      'a year for the first time': await read(year),
      'a year': await medianOf(year),
      'a month': await medianOf(month),
      'ten keywords taken away': await timed(() =>
        transact(pool, (tx) => shiftCourses(tx, 'courses-site-1', taken, -1)),
      ),
    }
    const rows = Object.entries(figures).map(([figure, ms]) => ({ figure, ms: round(ms) }))
    printTable(rows)
    return { keywords, days, rows }
  })
}
