import { deskLight, openBrowser } from '@rts/local/testing/browser'
import { pages } from '../services/dashboard/web/routes.ts'
import { signIn } from '../tests/support/person.ts'
import { startTestSystem } from '../tests/support/system.ts'
import { seedPages } from './lib/dashboard-seed.ts'
import { measureCharts, measureInteractions, measureLoad } from './lib/dashboard-visit.ts'
import { machine, median, printTable, round } from './lib/stats.ts'

const rounds = 7
const sizes = [1_000, 10_000] as const

/**
 * How fast the page of a site's keywords is in Chromium, through the gateway and NATS with a signed-in session: what a first visit loads,
 * when it shows something and when rows, and how long each interaction takes until the next frame; medians of seven.
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
      const charts = []
      for (let n = 0; n < rounds; n++) charts.push(await measureCharts(page, address.replace('/keywords', '')))
      const interactions = await measureInteractions(page, address, rounds)
      rows.push({ keywords: size, ...medians(loads), ...medians(charts), ...medians(interactions) })
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
