import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { holding, inRotation, requestOf, runLoad } from '../../harness/load.ts'
import { cpuMicroseconds, median, round } from '../../harness/measure.ts'
import { printTable } from '../../harness/report.ts'
import type { Parts, Served } from '../../harness/system.ts'
import { fetchedOf, makeDue, type SeedSites, type Setting, seedSites } from './projects.ts'

/** With three times as many phrases the sandbox no longer keeps all rankings, and makes them again. */
const checked: SeedSites = { prefix: 'checked', sites: 20, keywordsPerSite: 50 }
const total = checked.sites * checked.keywordsPerSite
const warmUpRounds = 3

/** Pages a second of the sandbox with the machine to itself. */
async function sandboxAlone({ port }: Served): Promise<number> {
  const task = { location_code: 2840, language_code: 'en', device: 'desktop', depth: 100 }
  const headers = { Authorization: 'Basic YTpi', 'Content-Type': 'application/json' }
  const ask = (_: unknown, n: number) => {
    const body = JSON.stringify([{ keyword: `checked phrase ${n + 1}`, ...task }])
    return requestOf('POST', '/dataforseo/v3/serp/google/organic/live/advanced', headers, body)
  }
  const target = { port, request: inRotation(Array.from({ length: total }, ask)), accepts: holding('"tasks"') }
  // The first pass generates every ranking once; the sandbox keeps them for the day.
  for (let asked = 0; asked < total; ) asked += (await runLoad(target, { connections: 16, seconds: 1 })).requests
  const { requests, seconds, unexpected } = await runLoad(target, { connections: 16, seconds: 4 })
  if (unexpected > 0) throw new Error(`${unexpected} calls to the sandbox failed`)
  return requests / seconds
}

/** All pages are due at once, are fetched live at 100 results, and are read by a site with three competitors. */
export async function measurePages(parts: Parts, setting: Setting, sandbox: Served, rounds: number) {
  const { pool } = setting
  await seedSites(pool, checked)
  const sandboxPerSecond = round(await sandboxAlone(sandbox))
  // Long enough to compile the hot code; plans are made again for tables that are no longer empty.
  for (let i = 0; i < warmUpRounds; i++) await pageRound(parts, setting, sandbox)
  await pool.query('ANALYZE')
  // Full copies of pages in the log belong to the checkpoint before, and sizes begin after the warm-up.
  await pool.query('CHECKPOINT')
  const before = await storedOf(pool)
  const samples: Awaited<ReturnType<typeof pageRound>>[] = []
  for (let i = 0; i < rounds; i++) samples.push(await pageRound(parts, setting, sandbox))
  const after = await storedOf(pool)
  const perPage = (what: keyof typeof after) => round((after[what] - before[what]) / (rounds * total))
  const middle = (what: 'perSecond' | 'service' | 'database' | 'sandbox') => round(median(samples.map((s) => s[what])))
  const figures = {
    pagesPerSecond: middle('perSecond'),
    serviceCpuUsPerPage: middle('service'),
    databaseCpuUsPerPage: middle('database'),
    sandboxCpuUsPerPage: middle('sandbox'),
    sandboxPerSecond,
    /** A page with the positions of a site and three competitors, with indexes. */
    storedBytesPerPage: perPage('bytes'),
    walBytesPerPage: perPage('wal'),
  }
  printTable([figures])
  return figures
}

/** The bytes of all history with its indexes, and of the log so far. */
async function storedOf(pool: pg.Pool): Promise<{ bytes: number; wal: number }> {
  const { rows } = await pool.query(
    `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes, (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS wal
     FROM pg_class c WHERE c.relnamespace = 'ranks'::regnamespace AND c.relkind = 'r'`,
  )
  return rows[0]
}

/** Pages a second, and microseconds of CPU a page. */
async function pageRound({ databaseCpu }: Parts, { pool, service }: Setting, sandbox: Served) {
  await makeDue(pool)
  const used = () => [cpuMicroseconds(service.pid), cpuMicroseconds(sandbox.pid), databaseCpu()]
  const before = used()
  const deadline = performance.now() + 120_000
  // From the first pages that are stored: a worker looks for due ones each second.
  let first = { done: 0, at: 0 }
  for (let done = 0; done < total; done = await fetchedOf(pool)) {
    if (performance.now() > deadline) throw new Error(`only ${done} of ${total} pages were checked in time`)
    if (first.done === 0) first = { done, at: performance.now() }
    await delay(50)
  }
  const perSecond = (total - first.done) / ((performance.now() - first.at) / 1_000)
  const [ofService = 0, ofSandbox = 0, database = 0] = used().map((now, i) => (now - (before[i] ?? 0)) / total)
  return { perSecond, service: ofService, sandbox: ofSandbox, database }
}
