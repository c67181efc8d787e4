import type { Page } from '@rts/local/testing/browser'
import pg from 'pg'
import { mediansOf, repeated } from '../harness/measure.ts'
import { type Cells, printTable } from '../harness/report.ts'
import { pages } from '../services/dashboard/web/routes.ts'
import { emptyCache, firstChart, firstRow, shownAfter, withPages } from './lib/pages.ts'

const rounds = 3
const bytesPerSecond = (kilobits: number) => (kilobits * 1_000) / 8
/** Latency in milliseconds for each request, throughput in bytes a second; "Fast 3G" is that of Chromium's developer tools. */
const networks = {
  none: { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  '500 ms': { latency: 500, downloadThroughput: -1, uploadThroughput: -1 },
  'Fast 3G': { latency: 562.5, downloadThroughput: bytesPerSecond(1_440), uploadThroughput: bytesPerSecond(675) },
}
type Visit = { name: string; address: string; shows: string; link: string }

/**
 * How long three pages take over slow networks in Chromium: from the request, or from the click on their link, to their rows or charts.
 * `first`: nothing is in the browser's cache; `again`: its files are; `click`: another page of the site is open. Medians of three.
 */
export function run(): Promise<object> {
  return withPages([{ keywords: 1_000, days: 40 }], async (page, [siteId = ''], { databaseUrl }) => {
    const addressOf = (address: string) => address.replace('$siteId', siteId)
    const visits: Visit[] = [
      { name: 'first page', address: pages.home, shows: firstRow, link: 'Sites' },
      { name: 'keywords', address: addressOf(pages.keywords), shows: firstRow, link: 'Keywords' },
      { name: 'overview', address: addressOf(pages.site), shows: firstChart, link: 'Overview' },
    ]
    const dashboard = new pg.Client({ connectionString: databaseUrl('dashboard') })
    await dashboard.connect()
    const rows: Cells[] = []
    for (const [network, conditions] of Object.entries(networks))
      for (const visit of visits) {
        const all = await repeated(rounds, async () => {
          // No person reads so many pages a minute as this one.
          await dashboard.query('DELETE FROM attempt')
          return measureOver(page, conditions, visit, addressOf(pages.settings))
        })
        rows.push({ network, page: visit.name, ...mediansOf(all) })
      }
    await dashboard.end()
    printTable(rows)
    return { rows, rounds }
  })
}

/** Milliseconds to what a page shows, over a network: with an empty cache, with a full one, and by a click from another page. */
async function measureOver(
  page: Page,
  conditions: (typeof networks)['none'],
  { address, shows, link }: Visit,
  other: string,
): Promise<Record<string, number>> {
  const session = await emptyCache(page)
  try {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
    const first = await shownAfter(page, address, shows)
    const again = await shownAfter(page, address, shows)
    await page.goto(other)
    await page.waitForLoadState('networkidle')
    const entry = page.getByRole('link', { name: link, exact: true }).first()
    const began = performance.now()
    await entry.click()
    await page.locator(shows).first().waitFor()
    return { 'first ms': first, 'again ms': again, 'click ms': performance.now() - began }
  } finally {
    await session.detach()
  }
}
