import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@rts/local/ports'
import { busyNodeOptions } from '@rts/local/system/programs'
import { testKeys } from '@rts/shared/testing/secrets'
import pg from 'pg'
import { installPeers } from './peer-packages.ts'
import { type Stack, untilOk } from './stack.ts'
import { cpuMicroseconds, median, peakMegabytes, round } from './stats.ts'
import { answerThawedSites } from './thawed-sites.ts'

const crawlee = '@crawlee/cheerio@3.18.1'
const host = 'bench.sandbox.example'

/** A whole audit of a site of 2,000 pages, and one of 500 beside Crawlee with five of its checks. */
export async function measureCrawls(stack: Stack, rounds: number) {
  const whole = await auditSite(stack, 2_000, rounds)
  const small = await auditSite(stack, 500, rounds)
  const peer = await crawlWithCrawlee(500, rounds)
  return {
    crawlCpuMsPerPage: whole.cpuMsPerPage,
    crawlPagesPerSecond: whole.pagesPerSecond,
    crawlPeakMb: whole.peakMb,
    crawl500CpuMsPerPage: small.cpuMsPerPage,
    crawleeCpuMsPerPage: peer.cpuMsPerPage,
    crawleePeakMb: peer.peakMb,
    crawlRatio: round(peer.cpuMsPerPage / small.cpuMsPerPage, 2),
  }
}

/** The service as it runs, with its database; each round is the crawl of a site of its own on the same host. */
async function auditSite(stack: Stack, pages: number, rounds: number) {
  const site = await startSite(pages)
  const url = await stack.database('content', `content_${pages}`)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const { pid } = await startContent(stack, url, site.port)
  const samples: { cpuMs: number; seconds: number }[] = []
  // The first one warms up.
  for (let i = 0; i <= rounds; i++) {
    const cpuBefore = cpuMicroseconds(pid)
    const startedAt = performance.now()
    await crawlOnce(pool, `site-${i}`, pages)
    const seconds = (performance.now() - startedAt) / 1_000
    if (i > 0) samples.push({ cpuMs: (cpuMicroseconds(pid) - cpuBefore) / 1_000 / pages, seconds })
  }
  const peakMb = round(peakMegabytes(pid))
  await pool.end()
  site.stop()
  return {
    cpuMsPerPage: round(median(samples.map(({ cpuMs }) => cpuMs)), 2),
    pagesPerSecond: round(pages / median(samples.map(({ seconds }) => seconds))),
    peakMb,
  }
}

/** A reader wants the audit of a site; the service's own worker finds that due. */
async function crawlOnce(pool: pg.Pool, siteId: string, pages: number): Promise<void> {
  await pool.query(`INSERT INTO known.account VALUES ($1, 'scale', 'active', NULL, 1)`, [`of-${siteId}`])
  await pool.query(`INSERT INTO known.site VALUES ($1, $2, 'Bench', $3, 'us', 'en', now(), 1, NULL)`, [
    siteId,
    `of-${siteId}`,
    host,
  ])
  await pool.query(
    `WITH wanted AS (INSERT INTO collects.subject (kind, key, input, lane, due_at)
       VALUES ('crawl', $1 || '·' || $2, jsonb_build_object('siteId', $1::text, 'domain', $2::text), 'crawl', now()) RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 's:' || $1, id, 'bench', now() FROM wanted`,
    [siteId, host],
  )
  await pool.query(`SELECT pg_notify('collects', 'due crawl')`)
  const deadline = performance.now() + 300_000
  for (;;) {
    const found = await pool.query<{ done: number }>(
      'SELECT pages_done AS done FROM crawl.run WHERE site_id = $1 AND ended_at IS NOT NULL',
      [siteId],
    )
    const [run] = found.rows
    if (run && run.done < pages) throw new Error(`the crawl ended after ${run.done} of ${pages} pages`)
    if (run) return
    if (performance.now() > deadline) throw new Error('the crawl did not end in time')
    await delay(50)
  }
}

async function startContent(stack: Stack, databaseUrl: string, sitePort: number) {
  await answerThawedSites(stack.natsUrl)
  const port = await freePort()
  const adminPort = await freePort()
  const { pid } = await stack.node('services/content/src/main.ts', {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    NATS_URL: stack.natsUrl,
    ...testKeys('content'),
    PUBLIC_URL: 'http://127.0.0.1',
    HOST_OVERRIDES: `${host}=127.0.0.1:${sitePort}`,
    CRAWL_PAGES_PER_SECOND: '1000',
    NODE_OPTIONS: busyNodeOptions,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { pid }
}

/** Crawlee's own crawler with cheerio, its queue in memory, with the same number of connections. */
async function crawlWithCrawlee(pages: number, rounds: number) {
  const folder = await installPeers([crawlee])
  const site = await startSite(pages)
  const samples: { cpuMs: number; peakMb: number }[] = []
  for (let i = 0; i < rounds; i++) samples.push(await crawleeRound(folder, site.port, pages))
  site.stop()
  return {
    cpuMsPerPage: round(median(samples.map(({ cpuMs }) => cpuMs)), 2),
    peakMb: round(Math.max(...samples.map(({ peakMb }) => peakMb))),
  }
}

async function crawleeRound(folder: string, port: number, pages: number) {
  const child = fork(path.join(import.meta.dirname, '../peers/crawlee.ts'), [folder, String(port), String(pages)], {
    env: { ...process.env, CRAWLEE_STORAGE_DIR: folder, CRAWLEE_LOG_LEVEL: 'ERROR' },
  })
  const [{ cpuMs, read, peakMb }] = await once(child, 'message')
  child.kill()
  if (read !== pages) throw new Error(`Crawlee read ${read} of ${pages} pages`)
  return { cpuMs: Number(cpuMs) / pages, peakMb: Number(peakMb) }
}

async function startSite(pages: number): Promise<{ port: number; stop(): void }> {
  const child = fork(path.join(import.meta.dirname, 'content-crawl-site.ts'), [String(pages)])
  const [{ port }] = await once(child, 'message')
  return { port: Number(port), stop: () => child.kill() }
}
