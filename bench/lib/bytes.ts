import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { makeDue, type SeedSites, seedSites } from './rank-seed.ts'
import { round } from './stats.ts'

// Ids as long as real ones.
const past: SeedSites = { prefix: 'past-of-a-site-aaaaaaaa', sites: 20, keywordsPerSite: 50 }
const checked: SeedSites = { prefix: 'checks-of-a-site-aaaaaa', sites: 20, keywordsPerSite: 50 }
const days = 28
const rounds = 8

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

/** Checks of the sandbox's pages with a hundred results, each read by a site with three competitors. */
export async function measureChecks(pool: pg.Pool) {
  await seedSites(pool, checked)
  await checkAll(pool)
  await pool.query('CHECKPOINT')
  const before = await sizes(pool)
  for (let i = 0; i < rounds; i++) await checkAll(pool)
  const after = await sizes(pool)
  const checks = checked.sites * checked.keywordsPerSite * rounds
  const of = (name: keyof typeof after) => round((after[name] - before[name]) / checks)
  return {
    checks,
    checkBytes: of('history'),
    positionsBytes: of('positions'),
    pagesBytes: of('pages'),
    walBytes: of('wal'),
  }
}

async function checkAll(pool: pg.Pool): Promise<void> {
  await makeDue(pool)
  for (;;) {
    const { rows } = await pool.query<{ due: number }>(
      'SELECT count(*)::int AS due FROM page_target WHERE next_due_at <= now() OR last_fetched_at IS NULL',
    )
    if (rows[0]?.due === 0) return
    await delay(50)
  }
}

async function sizes(pool: pg.Pool) {
  const sum = ({ heap, index }: { heap: number; index: number }) => heap + index
  const positions = sum(await sizeOf(pool, ['rank', 'turn']))
  const pages = sum(await sizeOf(pool, ['page', 'page_detail']))
  const { rows } = await pool.query<{ wal: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal`,
  )
  return { positions, pages, history: positions + pages, wal: rows[0]?.wal ?? 0 }
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
