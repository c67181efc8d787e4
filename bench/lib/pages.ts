import { deskLight, openBrowser, type Page } from '@rts/local/testing/browser'
import pg from 'pg'
import { type System, withSystem } from '../../harness/system.ts'
import { signIn } from '../../tests/support/person.ts'
import { seedHistory, seedSites } from './projects.ts'

type Size = { keywords: number; days: number }

/** Runs `work` with a page of a browser in which the demo account's owner is signed in; the account has a site of each size. */
export function withPages<T>(
  sizes: readonly Size[],
  work: (page: Page, siteIds: readonly string[], system: System) => Promise<T>,
): Promise<T> {
  return withSystem({}, async (system) => {
    const siteIds = await seedPages(system, sizes)
    const browser = await openBrowser()
    const { page } = await browser.visitor(system.connection.appUrl, deskLight)
    await signIn(page, system.owner)
    return await work(page, siteIds, system).finally(() => browser.close())
  })
}

/** Gives the demo account a site of each size, with so many days of ranks; answers their ids. */
async function seedPages({ databaseUrl, connection }: System, sizes: readonly Size[]): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl('projects'), max: 2 })
  const ids: string[] = []
  for (const { keywords: keywordsPerSite, days } of sizes) {
    const seed = { prefix: `size-${keywordsPerSite}`, sites: 1, keywordsPerSite }
    const id = `${seed.prefix}-site-1`
    await seedSites(pool, seed)
    await seedHistory(pool, seed, { days, domains: 1 })
    await pool.query('SELECT ranks.find_notable_changes(array_agg(id)) FROM keyword WHERE site_id = $1', [id])
    ids.push(id)
  }
  await pool.query('UPDATE site SET account_id = $1, name = id WHERE id = ANY($2)', [connection.accountId, ids])
  await pool.query('VACUUM (ANALYZE)')
  await pool.end()
  return ids
}

/** The first row of a table, and the chart of an overview: they are there once there is data. */
export const firstRow = 'tbody tr[data-index="0"]'
export const firstChart = 'role=slider[name="Keywords by position"]'

/** Milliseconds from the request of an address until its page shows something; a large site's first charts take minutes. */
export async function shownAfter(page: Page, address: string, shown: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shown).first().waitFor({ timeout: 300_000 })
  const took = Number(await page.evaluate('performance.now()'))
  await page.waitForLoadState('networkidle')
  return took
}

/** A session of the browser's tools whose cache is empty. */
export async function emptyCache(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  return session
}
