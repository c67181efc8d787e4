import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { makePartDue, type SeedSites, seedSites, wakeWorkers } from './rank-seed.ts'
import type { Service } from './rank-services.ts'
import { round } from './stats.ts'

// Ids as long as real ones.
const past: SeedSites = { prefix: 'past-of-a-site-aaaaaaaa', sites: 20, keywordsPerSite: 50 }
const checked: SeedSites = { prefix: 'checks-of-a-site-aaaaaa', sites: 20, keywordsPerSite: 50 }
const days = 28
const rounds = 7
const daysBetween = 4
/** Checks of a real day come spread over it, so that none waits in a queue. */
const parts = 20
const firstDay = Date.UTC(2026, 9, 1)

/** Positions of four weeks, as they come: day after day, each found at an address of sixty characters. */
export async function measurePositions(pool: pg.Pool) {
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
export async function measureChecks(pool: pg.Pool, sandbox: Service) {
  await seedSites(pool, checked)
  await checkAll(pool, sandbox, 0)
  // The first write to a block after a checkpoint logs all of it: that depends on the load of the whole database.
  await pool.query('CHECKPOINT')
  await checkAll(pool, sandbox, 1)
  const before = await sizes(pool)
  let wal = 0
  for (let round = 1; round <= rounds; round++) wal += await checkAll(pool, sandbox, round * daysBetween)
  const after = await sizes(pool)
  const checks = checked.sites * checked.keywordsPerSite * rounds
  const of = (name: keyof typeof after) => round((after[name] - before[name]) / checks)
  return {
    checks,
    checkBytes: of('history'),
    positionsBytes: of('positions'),
    pagesBytes: of('pages'),
    walBytes: round(wal / checks),
  }
}

/** Checks all keywords once, on a day of the sandbox. Answers the bytes of the log that this took. */
async function checkAll(pool: pg.Pool, sandbox: Service, day: number): Promise<number> {
  const date = new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10)
  const headers = { 'content-type': 'application/json' }
  await fetch(`http://127.0.0.1:${sandbox.port}/control/day`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ date }),
  })
  let wal = 0
  for (let part = 0; part < parts; part++) {
    await makePartDue(pool, part, parts)
    const before = await logSize(pool)
    await wakeWorkers(pool)
    while ((await countDue(pool)) > 0) await delay(50)
    wal += (await logSize(pool)) - before
  }
  return wal
}

async function countDue(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    'SELECT count(*)::int AS due FROM page_target WHERE next_due_at <= now()',
  )
  return rows[0]?.due ?? 0
}

async function logSize(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ wal: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal`,
  )
  return rows[0]?.wal ?? 0
}

async function sizes(pool: pg.Pool) {
  const sum = ({ heap, index }: { heap: number; index: number }) => heap + index
  const positions = sum(await sizeOf(pool, ['rank', 'notable_change']))
  const pages = sum(await sizeOf(pool, ['page', 'page_detail']))
  return { positions, pages, history: positions + pages }
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
