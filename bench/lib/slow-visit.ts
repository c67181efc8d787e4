import type { Page } from '@rts/local/testing/browser'

type Conditions = { latency: number; downloadThroughput: number; uploadThroughput: number }
type Visit = { address: string; shows: string; link: string }
export type Times = { first: number; again: number; click: number }

const bytesPerSecond = (kilobits: number) => (kilobits * 1_000) / 8
/** Latency in milliseconds for each request, throughput in bytes a second; "Fast 3G" is that of Chromium's developer tools. */
export const networks: Record<string, Conditions> = {
  none: { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  '500 ms': { latency: 500, downloadThroughput: -1, uploadThroughput: -1 },
  'Fast 3G': {
    latency: 562.5,
    downloadThroughput: bytesPerSecond(1_440),
    uploadThroughput: bytesPerSecond(675),
  },
}

/** Milliseconds to what a page shows, over a network: with an empty cache, with a full one, and by a click from another page. */
export async function measureOver(
  page: Page,
  conditions: Conditions,
  { address, shows, link }: Visit,
  other: string,
): Promise<Times> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const slow = () => session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
  try {
    await session.send('Network.clearBrowserCache')
    await slow()
    const first = await loadOf(page, address, shows)
    const again = await loadOf(page, address, shows)
    await page.goto(other)
    await page.waitForLoadState('networkidle')
    const entry = page.getByRole('link', { name: link, exact: true }).first()
    const began = performance.now()
    await entry.click()
    await page.locator(shows).first().waitFor()
    return { first, again, click: performance.now() - began }
  } finally {
    await session.detach()
  }
}

async function loadOf(page: Page, address: string, shows: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shows).first().waitFor({ timeout: 60_000 })
  const took = Number(await page.evaluate('performance.now()'))
  await page.waitForLoadState('networkidle')
  return took
}
