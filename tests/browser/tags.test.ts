import type { Page, Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text, type } from '../support/person.ts'

describeInBrowser('order among keywords', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  let page: Page
  let address: string
  beforeAll(async () => {
    started = await startInBrowser()
    address = pages.keywords.replace('$siteId', await started.system.fillDemo())
    visitor = await started.visit()
    page = visitor.page
    await signIn(page, started.system.owner)
  })
  afterAll(() => started?.remove())

  const row = (index: number) => page.locator(`tbody tr[data-index="${index}"]`)
  const byTag = () => page.getByRole('region', { name: 'By tag' })
  const shows = (count: string) =>
    page.locator('[data-table]').getByRole('status').getByText(count, { exact: true }).waitFor()
  const select = async (...indexes: number[]) => {
    for (const index of indexes) await row(index).getByRole('checkbox').check()
  }

  it('keywords are tagged in bulk, and a tag has its figures, its keywords and its course', async () => {
    await open(page, address)
    await select(0, 1, 2)
    await press(page, 'Tags')
    await type(page, 'Add tags', 'money, autumn')
    await press(page, 'Save tags')
    await byTag()
      .getByRole('row', { name: /^autumn 3 / })
      .waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.closest('[data-table]') !== null")).toBe(true)
    await select(0)
    await press(page, 'Tags')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'autumn' }).check()
    await press(page, 'Save tags')
    await byTag()
      .getByRole('row', { name: /^autumn 2 / })
      .waitFor()
    await byTag().getByRole('link', { name: 'autumn' }).click()
    await page.waitForURL(/tags=/)
    await shows('2 keywords')
    await page.getByRole('region', { name: 'Visibility' }).waitFor()
  })

  it('a view is saved with its filters and found again by its name, until it is deleted', async () => {
    await press(page, 'Save view')
    await type(page, 'Name', 'Autumn words')
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await open(page, address)
    await page.getByRole('link', { name: 'Autumn words' }).click()
    await shows('2 keywords')
    await press(page, 'Delete a view')
    await press(page, 'Delete the view “Autumn words”')
    await page.getByRole('link', { name: 'Autumn words' }).waitFor({ state: 'detached' })
  })

  it('any two dates are compared, in an address that can be sent to others', async () => {
    await open(page, address)
    await press(page, 'Two dates')
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    await type(page, 'Earlier date', dayAgo(200))
    await type(page, 'Later date', dayAgo(100))
    await press(page, 'Compare')
    await page.waitForURL(/from=.*until=/)
    await page.reload()
    await row(0).waitFor()
    await page.getByRole('group', { name: 'Compare with' }).getByRole('button', { name: '30 days' }).click()
    await page.waitForURL((url) => !url.search.includes('from='))
  })

  it('selected keywords are moved to another device, which is a filter then', async () => {
    await open(page, address)
    await select(0, 1)
    await press(page, 'Change where')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Device and city' }).check()
    await page.getByLabel('Device', { exact: true }).selectOption('mobile')
    await press(page, 'Change 2 keywords')
    await page.getByRole('group', { name: 'Where' }).getByText('Mobile').click()
    await shows('2 keywords')
    await text(page, 'Mobile')
    expect(await visitor.faultsOf(page)).toEqual([])
  })
})
