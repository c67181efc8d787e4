import { parseArgs } from 'node:util'
import type { Page } from '@rts/local/testing/browser'
import { median, mediansOf, repeated, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { pages } from '../services/dashboard/web/routes.ts'
import { emptyCache, firstChart, firstRow, shownAfter, withPages } from './lib/pages.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { keywords: { type: 'string', default: '1000,10000,50000' } },
})
const rounds = 7
const sizes = options.keywords
  .split(',')
  .map((each) => ({ keywords: Number(each), days: Number(each) > 10_000 ? 90 : 365 }))

/** Collects how long each event took until the next frame; those under 16 ms are not reported. */
const watchEvents = `globalThis.took = []; new PerformanceObserver((list) => {
  for (const event of list.getEntries()) if (event.interactionId) globalThis.took.push(event.duration)
}).observe({ type: 'event', durationThreshold: 16 })`

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
        ...mediansOf(await measureInteractions(page, address)),
      })
    }
    for (const row of rows) printTable(Object.entries(row).map(([figure, value]) => ({ figure, value })))
    return { rows, rounds }
  })
}

/** A first visit, with nothing in the browser's cache: its scripts, and when it shows rows. */
async function measureLoad(page: Page, address: string): Promise<Record<string, number>> {
  const session = await emptyCache(page)
  const scripts = new Set<string>()
  let scriptBytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  const rowsAt = await shownAfter(page, address, firstRow)
  await session.detach()
  return { 'script KB': scriptBytes / 1_024, 'rows ms': rowsAt }
}

/** Each interaction, round after round: the longest event of each time. */
async function measureInteractions(page: Page, address: string) {
  await shownAfter(page, address, firstRow)
  await page.evaluate(watchEvents)
  return repeated(rounds, async () => {
    const took: Record<string, number> = {}
    for (const [name, act] of Object.entries(interactions)) took[name] = await frameAfter(page, () => act(page))
    return took
  })
}

/** The longest event until a frame that `act` leads to. */
async function frameAfter(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('globalThis.took = []')
  await act()
  // The observer hears of an event after the frame that it led to.
  await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 50)), 250))')
  return Number(await page.evaluate('Math.max(0, ...globalThis.took)'))
}

const head = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const interactions: Record<string, (page: Page) => Promise<unknown>> = {
  'type a letter ms': async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('7')
  },
  'empty the filter ms': (page) => page.getByRole('searchbox').fill(''),
  'sort by keyword ms': head('Keyword'),
  'sort by change ms': head('Change'),
  'select all ms': (page) => page.getByLabel('Select all').click(),
  'select none ms': (page) => page.getByLabel('Select all').click(),
  'next row (j) ms': (page) => page.keyboard.press('j'),
  'open a row ms': async (page) => {
    await page.locator('tbody tr[data-index="2"] a').click()
    await page.getByRole('slider').waitFor()
  },
  'close it ms': (page) => page.keyboard.press('Escape'),
}
