import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Served, withParts } from '../harness/system.ts'
import { type SeedSites, seedSites, startSandbox, startSetting } from './lib/projects.ts'

// Ids as long as real ones.
const past: SeedSites = { prefix: 'past-of-a-site-aaaaaaaa', sites: 20, keywordsPerSite: 50 }
const checked: SeedSites = { prefix: 'checks-of-a-site-aaaaaa', sites: 20, keywordsPerSite: 50 }
const days = 28
const rounds = 7
const daysBetween = 4
/** Checks of a real day come spread over it, so that none waits in a queue. */
const partsOfDay = 20
const firstDay = Date.UTC(2026, 9, 1)

/** Bytes of history on the disk and in the log: a position, and a check with three competitors. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const sandbox = await startSandbox(parts)
    const { pool } = await startSetting(parts, sandbox)
    const positions = await measurePositions(pool)
    const checks = await measureChecks(pool, sandbox)
    printTable([positions])
    printTable([checks])
    return { ...positions, ...checks }
  })
}

/** Positions of four weeks, as they come: day after day, each found at an address of sixty characters. */
async function measurePositions(pool: pg.Pool) {
  await seedSites(pool, past)
  for (let day = 1; day <= days; day++)
    await pool.query(
      `INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url)
       SELECT k.seq, '2026-02-01'::timestamptz + make_interval(days => $1) + make_interval(secs => (k.seq * 37) % 86400), d.seq, 0,
         (k.seq * 7 + $1) % 100 + 1, 100, 1, rpad('https://www.example.com/guides/' || k.seq || '-' || d.seq || '-', 60, 'x')
       FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id ORDER BY 2, d.seq`,
      [day],
    )
  const { heap, index } = await sizeOf(pool, ['rank'])
  const rows = past.sites * past.keywordsPerSite * 4 * days
  await pool.query('TRUNCATE ranks.rank')
  await pool.query('TRUNCATE account, site, page_target CASCADE')
  return { positions: rows, heapBytes: round(heap / rows), indexBytes: round(index / rows) }
}

/**
 * Checks of the sandbox's pages with a hundred results, each read by a site with three competitors: every fourth day of a month after the
 * first, a few pages at a time, as they become due. The log is that of the checks alone.
 */
async function measureChecks(pool: pg.Pool, sandbox: Served) {
  await seedSites(pool, checked)
  await checkAll(pool, sandbox, 0)
  // The first write to a block after a checkpoint logs all of it: that depends on the load of the whole database.
  await pool.query('CHECKPOINT')
  await checkAll(pool, sandbox, 1)
  const sizes = () => Promise.all([sizeOf(pool, ['rank', 'turn']), sizeOf(pool, ['page', 'page_detail'])])
  const before = await sizes()
  let wal = 0
  for (let n = 1; n <= rounds; n++) wal += await checkAll(pool, sandbox, n * daysBetween)
  const after = await sizes()
  const checks = checked.sites * checked.keywordsPerSite * rounds
  const grown = (i: 0 | 1) => (after[i].heap + after[i].index - before[i].heap - before[i].index) / checks
  return {
    checks,
    checkBytes: round(grown(0) + grown(1)),
    positionsBytes: round(grown(0)),
    pagesBytes: round(grown(1)),
    walBytes: round(wal / checks),
  }
}

/** Checks all keywords once, on a day of the sandbox. Answers the bytes of the log that this took. */
async function checkAll(pool: pg.Pool, sandbox: Served, day: number): Promise<number> {
  const date = new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10)
  const headers = { 'content-type': 'application/json' }
  const control = `http://127.0.0.1:${sandbox.port}/control/day`
  await fetch(control, { method: 'POST', headers, body: JSON.stringify({ date }) })
  let wal = 0
  for (let part = 0; part < partsOfDay; part++) {
    const isOfPart = [part, partsOfDay]
    await pool.query('UPDATE keyword SET due_at = now() WHERE seq % $2 = $1', isOfPart)
    await pool.query(
      'UPDATE page_target SET next_due_at = now() WHERE id IN (SELECT target_id FROM keyword WHERE seq % $2 = $1)',
      isOfPart,
    )
    const before = await numberOf(pool, logSize)
    await pool.query(`SELECT pg_notify('ranks', '')`)
    while ((await numberOf(pool, dueCount)) > 0) await delay(50)
    wal += (await numberOf(pool, logSize)) - before
  }
  return wal
}

const logSize = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS n`
const dueCount = 'SELECT count(*)::int AS n FROM page_target WHERE next_due_at <= now()'

async function numberOf(pool: pg.Pool, statement: string): Promise<number> {
  return (await pool.query<{ n: number }>(statement)).rows[0]?.n ?? 0
}

/** The bytes of tables of history with all their partitions. */
async function sizeOf(pool: pg.Pool, tables: readonly string[]): Promise<{ heap: number; index: number }> {
  const { rows } = await pool.query<{ heap: number; index: number }>(
    `SELECT coalesce(sum(pg_table_size(p.relid)), 0)::float8 AS heap, coalesce(sum(pg_indexes_size(p.relid)), 0)::float8 AS index
     FROM pg_class c CROSS JOIN LATERAL (SELECT c.oid AS relid UNION SELECT relid FROM pg_partition_tree(c.oid)) p
     WHERE c.relnamespace = 'ranks'::regnamespace AND c.relname = ANY($1) AND c.relkind IN ('r', 'p')`,
    [tables],
  )
  return rows[0] ?? { heap: 0, index: 0 }
}
