import { dayMs } from '@rts/shared/clock'
import type pg from 'pg'
import { holding, requestOf, runLoad } from '../../harness/load.ts'
import { median, quantile, round, timed } from '../../harness/measure.ts'
import { printTable } from '../../harness/report.ts'
import { readRanksBefore } from '../../services/projects/src/ranks/earlier-ranks.sql.ts'
import { askRivals, askStandings, readFirstCheck } from '../../services/projects/src/ranks/questions.sql.ts'
import { headersOf } from './callers.ts'
import { type SeedSites, type Setting, seedHistory, seedSites } from './projects.ts'

const days = 365
const site: SeedSites = { prefix: 'read', sites: 1, keywordsPerSite: 1_000 }
const siteId = 'read-site-1'
const readSeconds = 2
/** Calls of one statement in a round. */
const times = 15

/** Milliseconds of each call of one round. */
type Measure = (setting: Setting) => Promise<number[]>

/** Statements behind questions of an agent about a site four weeks ago. */
function questionsOf(): Record<string, Measure> {
  const then = { until: new Date(Date.now() - 28 * dayMs), reachDays: 2 }
  const question = { q: '', filter: undefined, sort: 'change', then, skip: 0, take: 50 } as const
  const rivals = [2, 3, 4].map((n) => `read-domain-1-${n}`)
  const asked = (ask: (pool: pg.Pool) => Promise<unknown>): Measure => {
    return async ({ pool }) => {
      const took: number[] = []
      for (let i = 0; i < times; i++) took.push(await timed(() => ask(pool)))
      return took
    }
  }
  return {
    'standings then': asked((pool) => askStandings(pool, siteId, question)),
    'rivals then': asked((pool) => askRivals(pool, siteId, rivals, question)),
    'first check': asked((pool) => readFirstCheck(pool, siteId, '')),
    'ranks before': asked((pool) => readRanksBefore(pool, siteId, 28, 7)),
  }
}

/** Reads of the server API, as the gateway passes them on. */
function callsOf(): Record<string, Measure> {
  const headersFor = headersOf({ service: 'projects', account: 'read-account-1' })
  const read = (targetOf: (n: number) => string): Measure => {
    return async ({ service }) => {
      let next = 0
      const request = () => {
        const target = `/projects/${siteId}/${targetOf(next++ % site.keywordsPerSite)}`
        return requestOf('GET', target, headersFor(target))
      }
      const target = { port: service.port, request, accepts: holding('{') }
      const { latenciesMs, unexpected } = await runLoad(target, { connections: 1, seconds: readSeconds })
      if (unexpected > 0) throw new Error(`${unexpected} reads of ${targetOf(0)} failed`)
      return latenciesMs
    }
  }
  return {
    overview: read(() => 'overview'),
    history: read((n) => `keywords/read-keyword-${n + 1}/history`),
    'rank-compare': read(() => 'rank-compare'),
  }
}

/** Compares the reads of one site alone in its database with those beside the positions of many other sites. */
export async function measureReads(
  alone: Setting,
  crowded: Setting,
  { rounds, otherRows }: { rounds: number; otherRows: number },
) {
  for (const { pool } of [alone, crowded]) {
    await seedSites(pool, site)
    await seedHistory(pool, site, { days, domains: 4 })
  }
  const others: SeedSites = { prefix: 'other', sites: Math.ceil(otherRows / days / 100), keywordsPerSite: 100 }
  await seedSites(crowded.pool, others)
  const seeded = await seedHistory(crowded.pool, others, { days, domains: 1 })
  console.log(`\n${seeded} positions of other sites`)
  for (const { pool } of [alone, crowded]) {
    // Autovacuum would do this later by itself.
    await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
  }
  const rows = []
  for (const [read, measure] of Object.entries({ ...questionsOf(), ...callsOf() }))
    rows.push(await compared(read, { alone: () => measure(alone), beside: () => measure(crowded) }, rounds))
  printTable(rows)
  return { ratio: round(1 / Math.max(...rows.map((row) => row.growth)), 3), reads: rows, otherRows: seeded }
}

/** One read alone and beside other sites' history, in turns. */
async function compared(read: string, measure: Record<'alone' | 'beside', () => Promise<number[]>>, rounds: number) {
  const samples: Record<keyof typeof measure, number[][]> = { alone: [], beside: [] }
  // The first round is the warm-up.
  for (let i = 0; i <= rounds; i++)
    for (const who of ['alone', 'beside'] as const) {
      const took = await measure[who]()
      if (i > 0) samples[who].push(took)
    }
  const of = (who: keyof typeof measure, q: number) => round(median(samples[who].map((took) => quantile(took, q))), 2)
  return {
    read,
    'alone p50 ms': of('alone', 0.5),
    'alone p95 ms': of('alone', 0.95),
    'beside p50 ms': of('beside', 0.5),
    'beside p95 ms': of('beside', 0.95),
    growth: round(of('beside', 0.5) / of('alone', 0.5), 2),
  }
}
