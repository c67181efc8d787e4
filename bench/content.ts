import { parseArgs } from 'node:util'
import { cpuMicroseconds, cpuOf, median, peakMegabytes, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, withParts } from '../harness/system.ts'
import { createStructuredCheck } from '../services/content/src/structured-data/check.ts'
import { answerThawedSites } from './lib/callers.ts'
import { audit, seedSite, startContent } from './lib/content-service.ts'
import { shopPage } from './lib/shop-page.ts'
import { readPage, readSite } from './peers/bare-pages.ts'

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '3' } },
})
const rounds = Number(chosen.rounds)
const host = 'bench.sandbox.example'
const auditMs = 300_000
/** A check takes milliseconds: it is measured more often than a crawl. */
const checksPerRound = 7
const warmUps = 5

/**
 * The check of structured data on a page of 500 KB, and the whole audit of a site of 2,000 pages and of one of 500.
 * The peer reads the same pages and neither checks nor stores anything.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const checks = await measureCheck()
    await answerThawedSites(parts.natsUrl)
    const whole = await auditSite(parts, 2_000)
    const small = await auditSite(parts, 500)
    const figures = {
      ...checks,
      crawlCpuMsPerPage: whole.cpuMsPerPage,
      crawlRatio: whole.ratio,
      crawlPagesPerSecond: whole.pagesPerSecond,
      crawlPeakMb: whole.peakMb,
      crawl500CpuMsPerPage: small.cpuMsPerPage,
    }
    printTable([figures])
    return { ...figures, rounds }
  })
}

async function measureCheck() {
  const check = createStructuredCheck()
  const page = shopPage(500_000)
  const ms: number[] = []
  const bareMs: number[] = []
  for (let i = 0; i < rounds * checksPerRound + warmUps; i++) {
    ms.push(await cpuOf(() => check(page)))
    bareMs.push(await cpuOf(() => readPage(page)))
  }
  const schemaCpuMs = median(ms.slice(warmUps))
  return {
    schemaCpuMs: round(schemaCpuMs),
    schemaRatio: round(schemaCpuMs / median(bareMs.slice(warmUps)), 2),
    itemsFound: check(page).items.length,
  }
}

/** The service as it runs, with its database; each round is the crawl of a site of its own on the same host. */
async function auditSite(parts: Parts, pages: number) {
  const site = await parts.server('bench/lib/content-site.ts', { PAGES: String(pages) })
  const { url, pool } = await parts.database('content', `content_${pages}`)
  const { pid } = await startContent(parts, url, host, site)
  const cpuMs: number[] = []
  const bareCpuMs: number[] = []
  const seconds: number[] = []
  // The first one warms up.
  for (let i = 0; i <= rounds; i++) {
    const startedAt = performance.now()
    const cpuBefore = cpuMicroseconds(pid)
    await seedSite(pool, `site-${i}`, host, 'scale')
    const done = await audit(pool, `site-${i}`, host, () => performance.now() - startedAt > auditMs)
    if (done < pages) throw new Error(`the crawl read ${done} of ${pages} pages`)
    const cpuAfter = cpuMicroseconds(pid)
    const tookMs = performance.now() - startedAt
    const bareMs = await cpuOf(() => readSite(site.port, pages))
    if (i === 0) continue
    cpuMs.push((cpuAfter - cpuBefore) / 1_000 / pages)
    bareCpuMs.push(bareMs / pages)
    seconds.push(tookMs / 1_000)
  }
  await site.stop()
  return {
    cpuMsPerPage: round(median(cpuMs), 2),
    ratio: round(median(cpuMs) / median(bareCpuMs), 2),
    pagesPerSecond: round(pages / median(seconds)),
    peakMb: round(peakMegabytes(pid)),
  }
}
