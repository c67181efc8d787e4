import { deskLight, openBrowser } from '@rts/local/testing/browser'
import pg from 'pg'
import { pages } from '../services/dashboard/web/routes.ts'
import { signIn } from '../tests/support/person.ts'
import { startTestSystem } from '../tests/support/system.ts'
import { seedPages } from './lib/dashboard-seed.ts'
import { measureOver, networks, type Times } from './lib/slow-visit.ts'
import { machine, median, printTable, round } from './lib/stats.ts'

const rounds = 3

/**
 * How long three pages take over slow networks in Chromium: from the request, or from the click on their link, to their rows or charts.
 * `first`: nothing is in the browser's cache; `again`: its files are; `click`: another page of the site is open. Medians of three.
 */
export async function run(): Promise<Record<string, unknown>> {
  const system = await startTestSystem()
  try {
    const [siteId = ''] = await seedPages(system, [{ keywords: 1_000, days: 40 }])
    const browser = await openBrowser()
    const { page } = await browser.visitor(system.connection.appUrl, deskLight)
    await signIn(page, system.owner)
    const addressOf = (address: string) => address.replace('$siteId', siteId)
    const row = 'tbody tr[data-index="0"]'
    const visits = [
      { name: 'first page', address: pages.home, shows: row, link: 'Sites' },
      { name: 'keywords', address: addressOf(pages.keywords), shows: row, link: 'Keywords' },
      { name: 'overview', address: addressOf(pages.site), shows: '[role=slider]', link: 'Overview' },
    ]
    const dashboard = new pg.Client({ connectionString: system.databaseUrl('dashboard') })
    await dashboard.connect()
    const rows: Record<string, string | number>[] = []
    for (const [network, conditions] of Object.entries(networks))
      for (const visit of visits) {
        const all: Times[] = []
        for (let n = 0; n < rounds; n++) {
          // No person reads so many pages a minute as this one.
          await dashboard.query('DELETE FROM attempt')
          all.push(await measureOver(page, conditions, visit, addressOf(pages.settings)))
        }
        const medianOf = (name: 'first' | 'again' | 'click') => round(median(all.map((one) => one[name])))
        rows.push({
          network,
          page: visit.name,
          'first ms': medianOf('first'),
          'again ms': medianOf('again'),
          'click ms': medianOf('click'),
        })
      }
    await Promise.all([browser.close(), dashboard.end()])
    printTable(rows)
    return { rows, rounds, machine: machine() }
  } finally {
    await system.remove()
  }
}
