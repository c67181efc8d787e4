import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { cpuMicroseconds, median, peakMegabytes, round } from '../../harness/measure.ts'
import type { Parts, Served } from '../../harness/system.ts'
import { answerThawedSites } from './callers.ts'
import { audit, seedSite, startContent } from './content-service.ts'

const crawlee = '@crawlee/cheerio@3.18.1'
const host = 'bench.sandbox.example'
const auditMs = 300_000

/** A whole audit of a site of 2,000 pages, and one of 500 beside Crawlee with five of its checks. */
export async function measureCrawls(parts: Parts, rounds: number) {
  await answerThawedSites(parts.natsUrl)
  const whole = await auditSite(parts, 2_000, rounds)
  const small = await auditSite(parts, 500, rounds)
  const peer = await crawlWithCrawlee(parts, 500, rounds)
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

function startSite(parts: Parts, pages: number): Promise<Served> {
  return parts.server('bench/lib/content-crawl-site.ts', { PAGES: String(pages) })
}

/** The service as it runs, with its database; each round is the crawl of a site of its own on the same host. */
async function auditSite(parts: Parts, pages: number, rounds: number) {
  const site = await startSite(parts, pages)
  const { url, pool } = await parts.database('content', `content_${pages}`)
  const { pid } = await startContent(parts, url, host, site)
  const cpuMs: number[] = []
  const seconds: number[] = []
  // The first one warms up.
  for (let i = 0; i <= rounds; i++) {
    const startedAt = performance.now()
    const cpuBefore = cpuMicroseconds(pid)
    await seedSite(pool, `site-${i}`, host, 'scale')
    const done = await audit(pool, `site-${i}`, host, () => performance.now() - startedAt > auditMs)
    if (done < pages) throw new Error(`the crawl read ${done} of ${pages} pages`)
    if (i === 0) continue
    cpuMs.push((cpuMicroseconds(pid) - cpuBefore) / 1_000 / pages)
    seconds.push((performance.now() - startedAt) / 1_000)
  }
  await site.stop()
  return {
    cpuMsPerPage: round(median(cpuMs), 2),
    pagesPerSecond: round(pages / median(seconds)),
    peakMb: round(peakMegabytes(pid)),
  }
}

/** Crawlee's own crawler with cheerio, its queue in memory, with the same number of connections. */
async function crawlWithCrawlee(parts: Parts, pages: number, rounds: number) {
  const folder = await installPeer(crawlee)
  const site = await startSite(parts, pages)
  const samples: { cpuMs: number; peakMb: number }[] = []
  for (let i = 0; i < rounds; i++) {
    const args = [folder, String(site.port), String(pages)]
    const env = { ...process.env, CRAWLEE_STORAGE_DIR: folder, CRAWLEE_LOG_LEVEL: 'ERROR' }
    const child = fork(path.join(import.meta.dirname, '../peers/crawlee.ts'), args, { env })
    const [{ cpuMs, read, peakMb }] = await once(child, 'message')
    child.kill()
    if (read !== pages) throw new Error(`Crawlee read ${read} of ${pages} pages`)
    samples.push({ cpuMs: Number(cpuMs) / pages, peakMb: Number(peakMb) })
  }
  await site.stop()
  return {
    cpuMsPerPage: round(median(samples.map(({ cpuMs }) => cpuMs)), 2),
    peakMb: round(Math.max(...samples.map(({ peakMb }) => peakMb))),
  }
}

/** Installs a package beside the project, whose own packages stay few. Answers the folder that has it. */
async function installPeer(name: string): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../.data/bench-peers')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private": true, "type": "module"}')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--no-save', name], { cwd: folder })
  return folder
}
