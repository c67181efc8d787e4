import { parseArgs } from 'node:util'
import { cpuMicroseconds, cpuOf, median, mediansOf, peakMegabytes, repeated, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, withParts } from '../harness/system.ts'
import { createStructuredCheck } from '../services/content/src/structured-data/check.ts'
import { answerThawedSites } from './lib/callers.ts'
import { audit, seedSite, startContent } from './lib/content-service.ts'
import { shopPage } from './lib/shop-page.ts'

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: { pages: { type: 'string', default: '500,2000,9990' } },
})
const sizes = chosen.pages.split(',').map(Number)
const rounds = 3
const host = 'bench.sandbox.example'
const auditMs = 600_000
const checks = 21
const warmUps = 5

/** The check of structured data on a page of 500 KB, and the whole audit of sites of so many pages. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const checked = await measureCheck()
    await answerThawedSites(parts.natsUrl)
    const rows = []
    for (const pages of sizes) rows.push(await auditSite(parts, pages))
    printTable([checked])
    printTable(rows)
    return { ...checked, rows, rounds }
  })
}

async function measureCheck() {
  const check = createStructuredCheck()
  const page = shopPage(500_000)
  const ms = await repeated(warmUps + checks, () => cpuOf(() => check(page)))
  return { schemaCpuMs: round(median(ms.slice(warmUps))), itemsFound: check(page).items.length }
}

/** The service as it runs, with its database; each round is the crawl of a site of its own on the same host. */
async function auditSite(parts: Parts, pages: number) {
  const site = await parts.server('bench/lib/content-site.ts', { PAGES: String(pages) })
  const { url, pool } = await parts.database('content', `content_${pages}`)
  const { pid, stop } = await startContent(parts, url, host, site)
  const restMb = round(peakMegabytes(pid))
  // The first one warms up.
  const [, ...crawls] = await repeated(1 + rounds, async (nth) => {
    const startedAt = performance.now()
    const cpuBefore = cpuMicroseconds(pid)
    await seedSite(pool, `site-${nth}`, host, 'scale')
    const done = await audit(pool, `site-${nth}`, host, Date.now() + auditMs)
    if (done < pages) throw new Error(`the crawl read ${done} of ${pages} pages`)
    return {
      cpuMsPerPage: (cpuMicroseconds(pid) - cpuBefore) / 1_000 / pages,
      pagesPerSecond: (pages * 1_000) / (performance.now() - startedAt),
    }
  })
  const peakMb = round(peakMegabytes(pid))
  await Promise.all([stop(), site.stop()])
  return { pages, ...mediansOf(crawls, 2), restMb, peakMb }
}
