import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { cpuMicroseconds, mediansOf, repeated, round } from '../../harness/measure.ts'
import { printTable } from '../../harness/report.ts'
import type { Parts } from '../../harness/system.ts'
import { fetchedOf, makeDue, type SeedSites, type Setting, seedSites } from './projects.ts'

/** With three times as many phrases the sandbox no longer keeps all rankings, and makes them again. */
const checked: SeedSites = { prefix: 'checked', sites: 20, keywordsPerSite: 50 }
const total = checked.sites * checked.keywordsPerSite
const warmUpRounds = 3

/** All pages are due at once, are fetched live at 100 results, and are read by a site with three competitors. */
export async function measurePages(parts: Parts, setting: Setting, rounds: number) {
  const { pool } = setting
  await seedSites(pool, checked)
  // Long enough to compile the hot code, and for the sandbox to make each ranking, which it keeps for the day.
  await repeated(warmUpRounds, () => pageRound(parts, setting))
  // Plans are made again for tables that are no longer empty.
  await pool.query('ANALYZE')
  // Full copies of pages in the log belong to the checkpoint before, and sizes begin after the warm-up.
  await pool.query('CHECKPOINT')
  const before = await storedOf(pool)
  const samples = await repeated(rounds, () => pageRound(parts, setting))
  const after = await storedOf(pool)
  const perPage = (what: keyof typeof after) => round((after[what] - before[what]) / (rounds * total))
  const figures = {
    ...mediansOf(samples),
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
async function pageRound({ databaseCpu }: Parts, { pool, service }: Setting) {
  await makeDue(pool)
  const used = () => [cpuMicroseconds(service.pid), databaseCpu()]
  const before = used()
  const deadline = performance.now() + 120_000
  // From the first pages that are stored: a worker looks for due ones each second.
  let first = { done: 0, at: 0 }
  for (let done = 0; done < total; done = await fetchedOf(pool)) {
    if (performance.now() > deadline) throw new Error(`only ${done} of ${total} pages were checked in time`)
    if (first.done === 0) first = { done, at: performance.now() }
    await delay(50)
  }
  const pagesPerSecond = (total - first.done) / ((performance.now() - first.at) / 1_000)
  const [serviceCpuUsPerPage = 0, databaseCpuUsPerPage = 0] = used().map((now, i) => (now - (before[i] ?? 0)) / total)
  return { pagesPerSecond, serviceCpuUsPerPage, databaseCpuUsPerPage }
}
