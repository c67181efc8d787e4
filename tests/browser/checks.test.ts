import type { Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, signIn, text } from '../support/person.ts'
import { at, restClient } from '../support/system.ts'

describeInBrowser('a check between the regular ones', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  let address: string
  beforeAll(async () => {
    started = await startInBrowser()
    const { system } = started
    const siteId = await system.fillDemo()
    const rest = restClient(system.connection.baseUrl, system.connection.apiKey)
    // The rows' order and what a check costs stay as they are once the regular checks are over.
    await until(
      'the first checks',
      async () => {
        const { body } = await rest('GET', `/projects/${siteId}/keywords`)
        return Array.isArray(body.keywords) && body.keywords.every((each) => at(each, 'lastCheck', 'status') === 'ok')
      },
      60_000,
      3_000,
    )
    address = pages.keywords.replace('$siteId', siteId)
    visitor = await started.visit()
    await signIn(visitor.page, system.owner)
  })
  afterAll(() => started?.remove())

  it('names its price, and the new position is seen without a reload', async () => {
    const { page, faultsOf } = visitor
    await open(page, address)
    const first = page.locator('tbody tr[data-index]').first()
    await first.getByRole('link').click()
    const sheet = page.getByRole('dialog').first()
    await sheet.getByRole('slider').waitFor()
    await sheet.getByRole('tab', { name: 'Table' }).click()
    const newest = () => sheet.locator('tbody time').first().getAttribute('datetime')
    const before = (await newest()) ?? ''
    await sheet.getByRole('button', { name: 'Check now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Check now' })
    await dialog.getByText(/data refresh(es)? left/).waitFor()
    await dialog.getByRole('button', { name: 'Check anyway' }).click()
    const pay = dialog.getByRole('button', { name: 'Use 1 data refresh' })
    await pay.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await pay.click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => ((await newest()) ?? '') > before).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('left out what was checked a moment ago, and says so', async () => {
    const { page } = visitor
    await open(page, address)
    await page.locator('tbody tr[data-index]').first().getByRole('link').click()
    await page.getByRole('dialog').first().getByRole('slider').waitFor()
    await page.getByRole('dialog').first().getByRole('button', { name: 'Check now' }).click()
    await text(page, 'There is nothing to check.')
    await page.getByText('1 keyword checked within the last hour').waitFor()
  })

  it('of one keyword opens with seven calls at most', async () => {
    const { page, newTab } = visitor
    await open(page, address)
    const opened = await page.locator('tbody tr[data-index] a').first().getAttribute('href')
    const tab = await newTab()
    const calls: string[] = []
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/op/')) calls.push(pathname)
    })
    await open(tab, opened ?? '')
    await tab.getByRole('dialog').getByRole('slider').waitFor()
    expect(calls.length).toBeLessThanOrEqual(7)
    await tab.close()
  })
})
