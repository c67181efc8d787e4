import type { Page } from '@rts/local/testing/browser'
import { repeated } from '../../harness/measure.ts'
import { emptyCache, firstRow, shownAfter } from './pages.ts'

/** Collects how long each event took until the next frame; those under 16 ms are not reported. */
const watchEvents = `globalThis.took = []; new PerformanceObserver((list) => {
  for (const event of list.getEntries()) if (event.interactionId) globalThis.took.push(event.duration)
}).observe({ type: 'event', durationThreshold: 16 })`

/** A first visit, with nothing in the browser's cache: its scripts, and when it shows rows. */
export async function measureLoad(page: Page, address: string): Promise<Record<string, number>> {
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

/** Each interaction so many times: the longest event of each time. */
export async function measureInteractions(page: Page, address: string, rounds: number) {
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
