import { parseArgs } from 'node:util'
import { freePort } from '@rts/local/ports'
import pg from 'pg'
import { closedLoop } from './lib/load.ts'
import { makeDue, type SeedSites, seedHistory, seedSites } from './lib/rank-seed.ts'
import { signedGets } from './lib/signed.ts'
import { type Stack, startStack, untilOk } from './lib/stack.ts'
import {
  cpuMicroseconds,
  machine,
  median,
  peakMegabytes,
  printTable,
  quantile,
  round,
  serverCpuMicroseconds,
} from './lib/stats.ts'

const { values: wish } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Position rows of other sites beside which the reads are measured again. */
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '6' },
    only: { type: 'string', default: 'pages,reads' },
  },
})
const rounds = Number(wish.rounds)
const days = 365
const checked: SeedSites = { prefix: 'checked', sites: 20, keywordsPerSite: 50 }
const read: SeedSites = { prefix: 'read', sites: 1, keywordsPerSite: 1_000 }
const readSeconds = 5

type Service = { pid: number; port: number }
type Setting = { stack: Stack; pool: pg.Pool; sandbox: Service; service: Service }
type Figures = Record<string, unknown>

/** Results pages a second through the projects service, and what its reads cost beside the history of other sites. */
export async function run(): Promise<Figures> {
  const stack = await startStack()
  try {
    const url = await stack.database('projects')
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    const sandbox = await startSandbox(stack)
    const service = await startProjects(stack, url, sandbox)
    const setting = { stack, pool, sandbox, service }
    const pages = wish.only.includes('pages') ? await measurePages(setting) : {}
    const reads = wish.only.includes('reads') ? await measureReads(setting) : {}
    const peakRssMb = round(peakMegabytes(service.pid))
    console.log(`\npeak memory of the service: ${peakRssMb} MB`)
    await pool.end()
    return { ...pages, ...reads, peakRssMb, rounds, machine: machine() }
  } finally {
    await stack.stop()
  }
}

async function startSandbox(stack: Stack): Promise<Service> {
  const port = await freePort()
  const { pid } = await stack.node('packages/sandbox/src/main.ts', { PORT: String(port), NODE_ENV: 'production' })
  await untilOk(`http://127.0.0.1:${port}/healthz`)
  return { pid, port }
}

async function startProjects(stack: Stack, databaseUrl: string, sandbox: Service): Promise<Service> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`
  const { pid } = await stack.node('services/projects/src/main.ts', {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    NATS_URL: stack.natsUrl,
    CALLER_KEYS: stack.callerKeys,
    DISABLED_SERVICES: 'research,content,dashboard',
    LOG_LEVEL: 'warn',
    SANDBOX_URL: sandboxUrl,
    SERP_PROVIDERS: 'dataforseo',
    DATAFORSEO_LOGIN: 'bench',
    DATAFORSEO_PASSWORD: 'bench',
    DATAFORSEO_BASE_URL: `${sandboxUrl}/dataforseo`,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { pid, port }
}

/** The outside world alone: what it could serve if nobody else needed the machine. */
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
  // The first pass makes every ranking once; they are kept for the day.
  while (next < count) await closedLoop(port, 16, 1, request)
  const { requests, seconds, unexpected } = await closedLoop(port, 16, 4, request)
  if (unexpected > 0) throw new Error(`${unexpected} calls of the sandbox failed`)
  return requests / seconds
}

async function measurePages(setting: Setting): Promise<Figures> {
  const { pool, service, sandbox } = setting
  await seedSites(pool, checked)
  await pool.query('ANALYZE')
  const sandboxPerSecond = round(await sandboxAlone(sandbox))
  await pageRound(setting)
  const samples: Awaited<ReturnType<typeof pageRound>>[] = []
  for (let i = 0; i < rounds; i++) samples.push(await pageRound(setting))
  const pagesPerSecond = round(median(samples.map((sample) => sample.perSecond)))
  const cpuOf = (who: 'service' | 'database' | 'sandbox') => round(median(samples.map((sample) => sample[who])))
  const figures = {
    pagesPerSecond,
    serviceCpuUsPerPage: cpuOf('service'),
    databaseCpuUsPerPage: cpuOf('database'),
    sandboxCpuUsPerPage: cpuOf('sandbox'),
    sandboxPerSecond,
  }
  printTable([{ '': 'pages', ...figures, 'rss MB': round(peakMegabytes(service.pid)) }])
  return figures
}

async function pageRound({ pool, service, sandbox }: Setting) {
  const total = checked.sites * checked.keywordsPerSite
  await makeDue(pool)
  const backend = (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
  const used = () => ({
    service: cpuMicroseconds(service.pid),
    sandbox: cpuMicroseconds(sandbox.pid),
    database: serverCpuMicroseconds(backend),
  })
  const before = used()
  const startedAt = performance.now()
  const deadline = startedAt + 120_000
  for (let done = 0; done < total; ) {
    if (performance.now() > deadline) throw new Error(`only ${done} of ${total} pages were checked in time`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const counted = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM page_target WHERE last_fetched_at IS NOT NULL',
    )
    done = counted.rows[0]?.n ?? 0
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const after = used()
  const perPage = (who: keyof typeof after) => (after[who] - before[who]) / total
  return {
    perSecond: total / seconds,
    service: perPage('service'),
    sandbox: perPage('sandbox'),
    database: perPage('database'),
  }
}

const reads = {
  overview: () => '/projects/read-site-1/overview',
  history: (n: number) => `/projects/read-site-1/keywords/read-keyword-${(n % read.keywordsPerSite) + 1}/history`,
  'rank-compare': () => '/projects/read-site-1/rank-compare',
}
type ReadName = keyof typeof reads
const readNames = ['overview', 'history', 'rank-compare'] as const satisfies readonly ReadName[]

async function measureReads(setting: Setting): Promise<Figures> {
  const { pool } = setting
  await seedSites(pool, read)
  await seedHistory(pool, read, { days, domains: 4 })
  const alone = await readAll(setting)
  const others: SeedSites = { prefix: 'other', sites: Math.ceil(Number(wish.rows) / days / 100), keywordsPerSite: 100 }
  await seedSites(pool, others)
  const startedAt = performance.now()
  const otherRows = await seedHistory(pool, others, { days, domains: 1 })
  console.log(`\n${otherRows} positions of other sites in ${round((performance.now() - startedAt) / 1_000)} s`)
  const beside = await readAll(setting)
  const rows = readNames.map((name) => ({
    read: name,
    'alone p50 ms': round(alone[name].p50, 2),
    'alone p95 ms': round(alone[name].p95, 2),
    'beside p50 ms': round(beside[name].p50, 2),
    'beside p95 ms': round(beside[name].p95, 2),
    growth: round(beside[name].p50 / alone[name].p50, 2),
  }))
  printTable(rows)
  const worst = Math.max(...rows.map((row) => row.growth))
  return { ratio: round(1 / worst, 3), reads: rows, otherRows }
}

async function readAll({ stack, pool, service }: Setting) {
  // What autovacuum would do by itself, in its own time.
  await pool.query('VACUUM (ANALYZE)')
  await pool.query('CHECKPOINT')
  const get = signedGets(stack.callerKeys, 'read-account-1')
  const measure = async (name: ReadName) => {
    let next = 0
    const request = () => get(reads[name](next++))
    await closedLoop(service.port, 1, 2, request)
    const { latenciesMs, unexpected } = await closedLoop(service.port, 1, readSeconds, request)
    if (unexpected > 0) throw new Error(`${unexpected} reads of ${name} failed`)
    return { p50: quantile(latenciesMs, 0.5), p95: quantile(latenciesMs, 0.95) }
  }
  return {
    overview: await measure('overview'),
    history: await measure('history'),
    'rank-compare': await measure('rank-compare'),
  }
}
