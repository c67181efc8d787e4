import { setTimeout as delay } from 'node:timers/promises'
import { dayMs, utcDay } from '@rts/shared/clock'
import type pg from 'pg'
import { median, peakMegabytes, round, timed } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { readDaySteps } from '../services/projects/src/history/day-steps.sql.ts'
import { firstDay, reachOf } from '../services/projects/src/history/rules/tallies.ts'
import { listNotableChanges, listPasses } from '../services/projects/src/ranks/notable-changes.sql.ts'
import { type Call, readsOf } from './lib/callers.ts'
import { seedHistory, seedRivals, seedSites, startSandbox, startSetting } from './lib/projects.ts'

const longPath = '/projects/long-site-1/rank-compare'
const shortPath = '/projects/short-site-1/overview'
const aloneSeconds = 3
const seconds = 20
const atOnce = 20
const pauseMs = 50
const rounds = 7

/** How one account's largest reads slow the others: rank comparisons of 10,000 keywords and 20 rivals, twenty at once; and what its changes cost the database. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const { pool, service } = await startSetting(parts, await startSandbox(parts))
    await seedSites(pool, { prefix: 'long', sites: 1, keywordsPerSite: 10_000 })
    await seedSites(pool, { prefix: 'short', sites: 1, keywordsPerSite: 10 })
    // Beside the three that every seeded site has.
    await seedRivals(pool, 'long-site-1', 17)
    const lists = await measureLists(service.port)
    const peakRssMb = round(peakMegabytes(service.pid))
    const changes = await measureChanges(pool, parts.databaseCpu)
    printTable([{ ...lists, 'peak MB': peakRssMb }])
    printTable(changes)
    return { ...lists, peakRssMb, changes }
  })
}

/** Reads the whole list alone, then many times at once, over and over, while another account reads its ten keywords. */
async function measureLists(port: number) {
  const long = readsOf('projects', port, 'long-account-1')
  const short = readsOf('projects', port, 'short-account-1')
  const { status, bytes, ms } = await long(longPath)
  if (status !== 200) throw new Error(`the long list was answered ${status}`)
  const alone = await waitsOf(short, performance.now() + aloneSeconds * 1_000)
  const endsAt = performance.now() + seconds * 1_000
  const statuses: number[] = []
  const greedy = Array.from({ length: atOnce }, async () => {
    while (performance.now() < endsAt) {
      const answer = await long(longPath)
      statuses.push(answer.status)
      await delay(answer.retryAfterMs)
    }
  })
  const waits = await waitsOf(short, endsAt)
  await Promise.all(greedy)
  const count = (wanted: number) => statuses.filter((each) => each === wanted).length
  return {
    'list MB': round(bytes / 1_000_000, 1),
    'alone s': round(ms / 1_000, 1),
    'other alone p50 ms': round(median(alone)),
    'other alone max ms': round(Math.max(...alone)),
    'other p50 ms': round(median(waits)),
    'other max ms': round(Math.max(...waits)),
    'whole lists': count(200),
    refused: count(503),
    other: statuses.length - count(200) - count(503),
  }
}

/** The times of the short read, repeated until `endsAt`. */
async function waitsOf(read: Call, endsAt: number): Promise<number[]> {
  const waits: number[] = []
  while (performance.now() < endsAt) {
    const { status, ms } = await read(shortPath)
    if (status !== 200) throw new Error(`the short read was answered ${status}`)
    waits.push(ms)
    await delay(pauseMs)
  }
  return waits
}

/** The database's cost of changes over time for 10,000 keywords, three rivals and 90 days of checks: for the Operator page, and by day. */
async function measureChanges(pool: pg.Pool, databaseCpu: () => number) {
  const seed = { prefix: 'changes', sites: 1, keywordsPerSite: 10_000 }
  const site = 'changes-site-1'
  await seedSites(pool, seed)
  await seedHistory(pool, seed, { days: 90, domains: 4 })
  await pool.query('SELECT ranks.find_notable_changes(array_agg(id)) FROM keyword WHERE site_id = $1', [site])
  await pool.query('VACUUM (ANALYZE)')
  const since = (days: number) => new Date(Date.now() - days * dayMs)
  const until = utcDay(new Date())
  const month = { from: firstDay(until, 30), until, reachDays: reachOf(1) }
  const reads = {
    notable: () => listNotableChanges(pool, site, since(28), 5_000),
    passes: () => listPasses(pool, site, since(15), 5_000),
    visibility: () => readDaySteps(pool, ['changes-domain-1-1'], month),
  }
  const rows = []
  for (const [read, ask] of Object.entries(reads)) {
    const before = databaseCpu()
    const waits: number[] = []
    for (let i = 0; i < rounds; i++) waits.push(await timed(ask))
    const cpuMs = (databaseCpu() - before) / 1_000 / rounds
    rows.push({ read, 'p50 ms': round(median(waits)), 'database CPU ms': round(cpuMs) })
  }
  return rows
}
