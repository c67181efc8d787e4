import { deskLight, openBrowser } from '@rts/local/testing/browser'
import { pages } from '../services/dashboard/web/routes.ts'
import { signIn } from '../tests/support/person.ts'
import { startTestSystem } from '../tests/support/system.ts'
import { seedPages } from './lib/dashboard-seed.ts'
import { measureCharts, measureInteractions, measureLoad } from './lib/dashboard-visit.ts'
import { machine, median, printTable, round } from './lib/stats.ts'

const rounds = 7
const sizes = [
  { keywords: 1_000, days: 365 },
  { keywords: 10_000, days: 365 },
  { keywords: 50_000, days: 90 },
] as const

/**
 * How fast the pages of a site are in Chromium, through the gateway and NATS with a signed-in session: what a first visit of its keywords
 * loads, when it shows something and when rows, and how long each interaction takes until the next frame; when its overview has the charts
 * of a year, the first time and after; medians of seven.
 */
export async function run(): Promise<Record<string, unknown>> {
  const system = await startTestSystem()
  try {
    const siteIds = await seedPages(system, sizes)
    const browser = await openBrowser()
    const { page } = await browser.visitor(system.connection.appUrl, deskLight)
    await signIn(page, system.owner)
    const rows: Record<string, string | number>[] = []
    for (const [i, size] of sizes.entries()) {
      const address = pages.keywords.replace('$siteId', siteIds[i] ?? '')
      const loads = []
      for (let n = 0; n < rounds; n++) loads.push(await measureLoad(page, address))
      const overview = `${address.replace('/keywords', '')}?days=365`
      const { 'overview charts ms': first } = await measureCharts(page, overview)
      const charts = []
      for (let n = 0; n < rounds; n++) charts.push(await measureCharts(page, overview))
      const interactions = await measureInteractions(page, address, rounds)
      rows.push({
        ...size,
        ...medians(loads),
        'first charts ms': round(first ?? Number.NaN),
        ...medians(charts),
        ...medians(interactions),
      })
    }
    await browser.close()
    for (const row of rows) printTable(Object.entries(row).map(([figure, value]) => ({ figure, value })))
    return { rows, rounds, machine: machine() }
  } finally {
    await system.remove()
  }
}

/** The median of each figure of several rounds. */
function medians(all: readonly Record<string, number>[]): Record<string, number> {
  const names = Object.keys(all[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, round(median(all.map((one) => one[name] ?? Number.NaN)))]))
}
