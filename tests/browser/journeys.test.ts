import { readFile } from 'node:fs/promises'
import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { demoSite } from '@rts/sandbox/world/demo'
import { demoPages } from '@rts/sandbox/world/demo-pages'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { newLogin, open, press, signIn, signUp, text, type } from '../support/person.ts'
import { publish } from '../support/publish.ts'
import { at, restClient } from '../support/system.ts'

describeInBrowser('the way', () => {
  let started: SystemInBrowser
  let demoId: string
  beforeAll(async () => {
    started = await startInBrowser()
    demoId = await started.system.fillDemo()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  async function enter(address: string): Promise<Page> {
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    await open(page, address)
    return page
  }

  const ownHost = 'journey.sandbox.example'
  const description =
    '<meta name="description" content="What we know of moka pots, from choosing one to everyday use, tried at home by the people of Demo Coffee.">'
  /** The demo's pages on a host of our own, because others read the demo's. One lacks a description until it is mended. */
  async function publishOwn(how: 'lacking' | 'mended') {
    const copies = Object.entries(demoPages(demoSite)).map(([path, page]) => {
      const body = page.body.replaceAll(demoSite, ownHost)
      const isMended = how === 'mended' && path === '/moka-pot'
      return [path, { ...page, body: isMended ? body.replace('</title>', `</title>${description}`) : body }]
    })
    await publish(started.system, ownHost, Object.fromEntries(copies))
  }

  it('from an issue to its end: a fixed issue disappears after the next crawl, and the rest stays', async () => {
    await publishOwn('lacking')
    const { baseUrl, apiKey } = started.system.connection
    const { body } = await restClient(baseUrl, apiKey)('POST', '/projects', { name: 'Own', domain: ownHost })
    const page = await enter(pages.issues.replace('$siteId', String(at(body, 'project', 'id'))))
    const issues = page.getByRole('table', { name: 'Issues', exact: true })
    const missing = issues.getByRole('button', { name: 'Page without a description' })
    await missing.waitFor()
    const others = (await issues.locator('tbody tr').count()) - 1
    await publishOwn('mended')
    await press(page, 'Crawl again')
    const mended = page.getByRole('table', { name: 'Fixed issues' })
    await mended.getByText('Page without a description').waitFor()
    await missing.waitFor({ state: 'detached' })
    await expect.poll(() => issues.locator('tbody tr').count()).toBe(others)
  })

  it('from links to Google’s file: it holds exactly the hosts that were chosen', async () => {
    const page = await enter(`${pages.backlinks.replace('$siteId', demoId)}?list=disavowed`)
    await type(page, 'Hosts, one per line', 'spam.example\nlink-farm.example')
    await press(page, 'Disavow hosts')
    await text(page, '2 added')
    const downloading = page.waitForEvent('download')
    await press(page, 'Download Google’s file')
    const download = await downloading
    const lines = (await readFile(await download.path(), 'utf8'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    expect(download.suggestedFilename()).toBe(`disavow-${demoSite}.txt`)
    expect(lines).toEqual(['domain:link-farm.example', 'domain:spam.example'])
  })

  it('from an empty account to a first position: a site and its keywords, and no reload', async () => {
    const { page } = await started.visit()
    const login = newLogin()
    await signUp(page, started.system, login)
    let loads = 0
    page.on('load', () => loads++)
    await text(page, 'No sites yet')
    await press(page, 'Add site')
    await type(page, 'Domain', 'peets.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Add site' }).click()
    await text(page, 'No keywords are tracked yet')
    await press(page, 'Add keywords')
    await page.getByLabel('Keywords, one per line').fill('coffee')
    await press(page, 'Add one keyword')
    const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'coffee', exact: true }) })
    await row
      .getByText(/^\d+$|not found/)
      .first()
      .waitFor()
    expect(loads).toBe(0)
  })
})
