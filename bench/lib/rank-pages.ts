import type pg from 'pg'
import { closedLoop } from './load.ts'
import { makeDue, type SeedSites, seedSites } from './rank-seed.ts'
import type { Service, Setting } from './rank-services.ts'
import { cpuMicroseconds, median, peakMegabytes, printTable, round, serverCpuMicroseconds } from './stats.ts'

/** With three times as many phrases the sandbox no longer keeps all rankings, and makes them again. */
const checked: SeedSites = { prefix: 'checked', sites: 20, keywordsPerSite: 50 }
const warmUpRounds = 3

/** Pages a second of the sandbox with the machine to itself. */
async function sandboxAlone({ port }: Service): Promise<number> {
  const ask = (n: number) => {
    const task = {
      keyword: `checked phrase ${n}`,
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
      depth: 100,
    }
    const body = JSON.stringify([task])
    const head = `POST /dataforseo/v3/serp/google/organic/live/advanced HTTP/1.1\r\nHost: bench\r\nAuthorization: Basic YTpi\r\n`
    return Buffer.from(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  }
  const count = checked.sites * checked.keywordsPerSite
  let next = 0
  const request = () => ask((next++ % count) + 1)
  // The first pass generates every ranking once; the sandbox keeps them for the day.
  while (next < count) await closedLoop(port, 16, 1, request)
  const { requests, seconds, unexpected } = await closedLoop(port, 16, 4, request)
  if (unexpected > 0) throw new Error(`${unexpected} calls to the sandbox failed`)
  return requests / seconds
}

/** All pages are due at once, are fetched live at 100 results, and are read by a site with three competitors. */
export async function measurePages(setting: Setting, sandbox: Service, rounds: number) {
  const { pool, service } = setting
  await seedSites(pool, checked)
  const sandboxPerSecond = round(await sandboxAlone(sandbox))
  // Long enough to compile the hot code; plans are made again for tables that are no longer empty.
  for (let i = 0; i < warmUpRounds; i++) await pageRound(setting, sandbox)
  await pool.query('ANALYZE')
  const samples: Awaited<ReturnType<typeof pageRound>>[] = []
  // Full copies of pages in the log belong to the checkpoint before, and sizes begin after the warm-up.
  await pool.query('CHECKPOINT')
  const before = await storedOf(pool)
  for (let i = 0; i < rounds; i++) samples.push(await pageRound(setting, sandbox))
  const after = await storedOf(pool)
  const perPage = (what: keyof typeof after) =>
    round((after[what] - before[what]) / (rounds * checked.sites * checked.keywordsPerSite))
  const pagesPerSecond = round(median(samples.map((sample) => sample.perSecond)))
  const cpuOf = (who: 'service' | 'database' | 'sandbox') => round(median(samples.map((sample) => sample[who])))
  const figures = {
    pagesPerSecond,
    serviceCpuUsPerPage: cpuOf('service'),
    databaseCpuUsPerPage: cpuOf('database'),
    sandboxCpuUsPerPage: cpuOf('sandbox'),
    sandboxPerSecond,
    /** A page with the positions of a site and three competitors, with indexes. */
    storedBytesPerPage: perPage('bytes'),
    indexBytesPerPage: perPage('index'),
    walBytesPerPage: perPage('wal'),
  }
  printTable([{ '': 'pages', ...figures, 'rss MB': round(peakMegabytes(service.pid)) }])
  return figures
}

/** The bytes of all history with its indexes, and of the log so far. */
async function storedOf(pool: pg.Pool): Promise<{ bytes: number; index: number; wal: number }> {
  const { rows } = await pool.query<Record<'bytes' | 'index' | 'wal', string>>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes, sum(pg_indexes_size(c.oid)) AS index,
       pg_current_wal_lsn() - '0/0'::pg_lsn AS wal
     FROM pg_class c WHERE c.relnamespace = 'ranks'::regnamespace AND c.relkind = 'r'`,
  )
  return { bytes: Number(rows[0]?.bytes), index: Number(rows[0]?.index), wal: Number(rows[0]?.wal) }
}

async function pageRound({ pool, service }: Setting, sandbox: Service) {
  const total = checked.sites * checked.keywordsPerSite
  await makeDue(pool)
  const backend = (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
  const used = () => ({
    service: cpuMicroseconds(service.pid),
    sandbox: cpuMicroseconds(sandbox.pid),
    database: serverCpuMicroseconds(backend),
  })
  const before = used()
  const deadline = performance.now() + 120_000
  // From the first pages that are stored: a worker looks for due ones each second.
  let first = { done: 0, at: 0 }
  for (let done = 0; done < total; ) {
    if (performance.now() > deadline) throw new Error(`only ${done} of ${total} pages were checked in time`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const counted = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM page_target WHERE last_fetched_at IS NOT NULL',
    )
    done = counted.rows[0]?.n ?? 0
    if (first.done === 0) first = { done, at: performance.now() }
  }
  const seconds = (performance.now() - first.at) / 1_000
  const after = used()
  const perPage = (who: keyof typeof after) => (after[who] - before[who]) / total
  return {
    perSecond: (total - first.done) / seconds,
    service: perPage('service'),
    sandbox: perPage('sandbox'),
    database: perPage('database'),
  }
}
