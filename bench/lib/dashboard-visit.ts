import type { Page } from '@rts/local/testing/browser'
import { emptyCache } from './pages.ts'

const firstRow = 'tbody tr[data-index="0"]'
/** Collects how long each event took until the next frame; those under 16 ms are not reported. */
const watchEvents = `globalThis.took = []; new PerformanceObserver((list) => {
  for (const event of list.getEntries()) if (event.interactionId) globalThis.took.push(event.duration)
}).observe({ type: 'event', durationThreshold: 16 })`

/** A first visit, with nothing in the browser's cache. */
export async function measureLoad(page: Page, address: string): Promise<Record<string, number>> {
  const session = await emptyCache(page)
  const scripts = new Set<string>()
  let scriptBytes = 0
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls++
  })
  await page.goto(address)
  await page.locator(firstRow).waitFor()
  const rowsAt = Number(await page.evaluate('performance.now()'))
  await page.waitForLoadState('networkidle')
  const paint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`
  const firstPaint = Number(await page.evaluate(paint))
  page.removeAllListeners('request')
  await session.detach()
  return {
    'script KB': scriptBytes / 1_024,
    'all KB': bytes / 1_024,
    calls,
    'first paint ms': firstPaint,
    'rows ms': rowsAt,
  }
}

/** Milliseconds until the charts of the overview are drawn; the first time of a large site the browser asks more than once. */
export async function measureCharts(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.getByRole('slider', { name: 'Keywords by position' }).waitFor({ timeout: 300_000 })
  return Number(await page.evaluate('performance.now()'))
}

/** Each interaction so many times: the longest event of each time. */
export async function measureInteractions(page: Page, address: string, rounds: number) {
  await page.goto(address)
  await page.locator(firstRow).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(watchEvents)
  const all: Record<string, number>[] = []
  for (let n = 0; n < rounds; n++) {
    const took: Record<string, number> = {}
    for (const [name, act] of Object.entries(interactions)) took[name] = await timed(page, () => act(page))
    all.push(took)
  }
  return all
}

async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
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
  'only a figure ms': (page) => page.getByRole('button', { name: /^Top 10/ }).click(),
  'all again ms': (page) => page.getByRole('button', { name: /^Top 10/ }).click(),
  'next row (j) ms': (page) => page.keyboard.press('j'),
  'open a row ms': async (page) => {
    await page.locator('tbody tr[data-index="2"] a').click()
    await page.getByRole('slider').waitFor()
  },
  'chart by key ms': async (page) => {
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
  },
  'close it ms': (page) => page.keyboard.press('Escape'),
  'choose columns ms': head('Columns'),
  'close them ms': head('Columns'),
}
