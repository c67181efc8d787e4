import { parseArgs } from 'node:util'
import { median, mediansOf, repeated, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { pages } from '../services/dashboard/web/routes.ts'
import { measureInteractions, measureLoad } from './lib/dashboard-visit.ts'
import { firstChart, shownAfter, withPages } from './lib/pages.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { keywords: { type: 'string', default: '1000,10000,50000' } },
})
const rounds = 7
const sizes = options.keywords
  .split(',')
  .map((each) => ({ keywords: Number(each), days: Number(each) > 10_000 ? 90 : 365 }))

/**
 * How fast the pages of a site are in Chromium, through the gateway and NATS with a signed-in session: the scripts of a first visit of its
 * keywords and when it shows rows, how long each interaction takes until the next frame, and when its overview has the charts of a year,
 * the first time and after; medians of seven.
 */
export function run(): Promise<object> {
  return withPages(sizes, async (page, siteIds) => {
    const rows: Record<string, number>[] = []
    for (const [i, size] of sizes.entries()) {
      const address = pages.keywords.replace('$siteId', siteIds[i] ?? '')
      const overview = `${address.replace('/keywords', '')}?days=365`
      rows.push({
        ...size,
        ...mediansOf(await repeated(rounds, () => measureLoad(page, address))),
        'first charts ms': round(await shownAfter(page, overview, firstChart)),
        'overview charts ms': round(median(await repeated(rounds, () => shownAfter(page, overview, firstChart)))),
        ...mediansOf(await measureInteractions(page, address, rounds)),
      })
    }
    for (const row of rows) printTable(Object.entries(row).map(([figure, value]) => ({ figure, value })))
    return { rows, rounds }
  })
}
