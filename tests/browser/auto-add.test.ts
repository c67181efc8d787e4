import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text } from '../support/person.ts'

describeInBrowser('Auto-add', () => {
  let started: SystemInBrowser
  let siteId: string
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
  })
  afterAll(() => started?.remove())

  it('proposes keywords: an accepted one is tracked, a refused one is not, and both are in the history', async () => {
    const { system, visit } = started
    const { page, faultsOf } = await visit()
    await signIn(page, system.owner)
    await open(page, pages.autoAdd.replace('$siteId', siteId))
    await text(page, 'Auto-add is off.')
    await page.getByRole('radio', { name: /^Propose/ }).check()
    await press(page, 'Save')
    await text(page, 'The next proposals arrive on Monday')
    await press(page, 'Propose now')
    const rows = page.locator('tbody tr[data-index]')
    await rows.nth(1).waitFor()
    expect(await faultsOf(page)).toEqual([])
    const accepted = (await rows.first().locator('b').textContent()) ?? ''
    await rows.first().getByRole('checkbox').check()
    await press(page, 'Accept')
    await page.locator('tbody').getByText(accepted, { exact: true }).waitFor({ state: 'detached' })
    // A phone has no selection: one is opened instead.
    const refused = (await rows.first().locator('b').textContent()) ?? ''
    await press(page, `Decide on ${refused}`)
    const dialog = page.getByRole('dialog', { name: refused })
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Decided' }).click()
    await page.getByRole('row', { name: new RegExp(`${RegExp.escape(accepted)}.*added`) }).waitFor()
    await page.getByRole('row', { name: new RegExp(`${RegExp.escape(refused)}.*refused`) }).waitFor()
    await open(page, `${pages.keywords.replace('$siteId', siteId)}?q=${encodeURIComponent(accepted)}`)
    await page.getByRole('link', { name: accepted, exact: true }).waitFor()
    // The first check of it ends while one looks.
    await page.locator('tbody').getByText('waiting', { exact: true }).waitFor({ state: 'detached' })
  })
})
