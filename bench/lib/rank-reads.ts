import { dayMs } from '@rts/shared/clock'
import { median, quantile, repeated, round, timed } from '../../harness/measure.ts'
import { printTable } from '../../harness/report.ts'
import { readRanksBefore } from '../../services/projects/src/ranks/earlier-ranks.sql.ts'
import { askRivals, askStandings } from '../../services/projects/src/ranks/questions.sql.ts'
import { callsOf } from './callers.ts'
import { type SeedSites, type Setting, seedHistory, seedSites } from './projects.ts'

const days = 365
const site: SeedSites = { prefix: 'read', sites: 1, keywordsPerSite: 1_000 }
const siteId = 'read-site-1'
/** Calls of a read in a round. */
const times = 100

/** The reads of a setting, by name; `n` is another number each time. */
type Reads = Record<string, (n: number) => Promise<unknown>>

/** The statements behind questions of an agent about a site four weeks ago, and reads of the server API as the gateway passes them on. */
function readsOf({ pool, service }: Setting): Reads {
  const then = { until: new Date(Date.now() - 28 * dayMs), reachDays: 2 }
  const question = { q: '', filter: undefined, sort: 'change', then, skip: 0, take: 50 } as const
  const rivals = [2, 3, 4].map((n) => `read-domain-1-${n}`)
  const call = callsOf(service.port, { service: 'projects', account: 'read-account-1' })
  const read = async (target: string) => {
    const { status } = await call(`/projects/${siteId}/${target}`)
    if (status !== 200) throw new Error(`${target} was answered ${status}`)
  }
  return {
    'standings then': () => askStandings(pool, siteId, question),
    'rivals then': () => askRivals(pool, siteId, rivals, question),
    'ranks before': () => readRanksBefore(pool, siteId, 28, 7),
    overview: () => read('overview'),
    history: (n) => read(`keywords/read-keyword-${(n % site.keywordsPerSite) + 1}/history`),
    'rank-compare': () => read('rank-compare'),
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
  const settings = { alone: readsOf(alone), beside: readsOf(crowded) }
  const rows = []
  for (const read of Object.keys(settings.alone)) rows.push(await compared(read, settings, rounds))
  printTable(rows)
  return { ratio: round(1 / Math.max(...rows.map((row) => row.growth)), 3), reads: rows, otherRows: seeded }
}

/** One read alone and beside other sites' history, in turns. */
async function compared(read: string, settings: Record<'alone' | 'beside', Reads>, rounds: number) {
  const samples: Record<keyof typeof settings, number[][]> = { alone: [], beside: [] }
  let calls = 0
  // The first round is the warm-up.
  for (let i = 0; i <= rounds; i++)
    for (const who of ['alone', 'beside'] as const) {
      const took = await repeated(times, () => timed(async () => settings[who][read]?.(calls++)))
      if (i > 0) samples[who].push(took)
    }
  const of = (who: keyof typeof settings, q: number) => round(median(samples[who].map((took) => quantile(took, q))), 2)
  return {
    read,
    'alone p50 ms': of('alone', 0.5),
    'alone p95 ms': of('alone', 0.95),
    'beside p50 ms': of('beside', 0.5),
    'beside p95 ms': of('beside', 0.95),
    growth: round(of('beside', 0.5) / of('alone', 0.5), 2),
  }
}
