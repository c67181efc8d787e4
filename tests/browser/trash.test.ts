import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { newLogin, open, press, signIn, text, type } from '../support/person.ts'
import { at, newAccount, type Rest } from '../support/system.ts'

const phrases = Array.from({ length: 101 }, (_, n) => `coffee grinder ${n}`)
const [first = ''] = phrases

describeInBrowser('the trash', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  let rest: Rest
  let siteId: string
  beforeAll(async () => {
    started = await startInBrowser()
    const account = await newAccount(started.system, 'growth')
    rest = account.rest
    const login = { ...newLogin(), email: account.email }
    await started.system.operator.call('persons.create', { body: { ...login, name: 'Ann' } })
    const { body } = await rest('POST', '/projects', { name: 'Shop', domain: 'peets.com' })
    siteId = String(at(body, 'project', 'id'))
    await rest('POST', `/projects/${siteId}/keywords/bulk`, { text: phrases.join('\n') })
    visitor = await started.visit()
    await signIn(visitor.page, login)
  })
  afterAll(() => started?.remove())

  const addressOf = (address: string) => address.replace('$siteId', siteId)
  const keywords = async () => Object((await rest('GET', `/projects/${siteId}/keywords`)).body).keywords
  const rows = () => visitor.page.locator('tbody tr[data-index]')
  const selectAll = () => visitor.page.getByRole('checkbox', { name: 'Select all' }).check()

  it('takes 101 keywords for a typed count, and gives them back with their history', async () => {
    const { page, faultsOf } = visitor
    const history = await until(
      'the first check',
      async () => {
        const [keyword] = await keywords()
        const { body } = await rest('GET', `/projects/${siteId}/keywords/${keyword.id}/history`)
        return Object(body).history.length > 0 && body
      },
      100_000,
      3_000,
    )
    const [before] = await keywords()
    await open(page, addressOf(pages.keywords))
    await selectAll()
    await press(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete 101 keywords?' })
    await dialog.getByText('They are kept for 30 days in the trash').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await type(page, 'Type 101', '100')
    await press(page, 'Delete keywords')
    await dialog.getByText('must be 101').waitFor()
    await type(page, 'Type 101', '101')
    await press(page, 'Delete keywords')
    await text(page, '101 keywords are in the trash for 30 days.')
    await text(page, 'No keywords are tracked yet')
    expect(await keywords()).toEqual([])

    await open(page, addressOf(pages.siteTrash))
    await expect.poll(() => rows().count()).toBeGreaterThan(10)
    expect(await rows().first().textContent()).toContain('Ann')
    for (const width of widths) expect(await layoutFaults(page, width)).toEqual([])
    await page.setViewportSize(deskLight)
    expect(await faultsOf(page)).toEqual([])
    await selectAll()
    await press(page, 'Restore')
    await text(page, '101 keywords are back, with their history.')
    await text(page, 'No keywords in the trash.')
    expect((await keywords())[0].id).toBe(before.id)
    const again = await rest('GET', `/projects/${siteId}/keywords/${before.id}/history`)
    expect(Object(again.body).history.slice(0, Object(history).history.length)).toEqual(Object(history).history)
  })

  it('takes one keyword at once: a reload changes nothing, its undo restores it, and adding it again says that it is back', async () => {
    const { page } = visitor
    await open(page, `${addressOf(pages.keywords)}?q=${encodeURIComponent(first)}`)
    const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: first, exact: true }) })
    const remove = async () => {
      await row.getByRole('checkbox').check()
      await press(page, 'Delete')
      await text(page, `“${first}” is in the trash for 30 days.`)
    }
    await remove()
    await press(page, 'Undo')
    await row.waitFor()
    await remove()
    await page.reload()
    await text(page, 'No keywords match')
    await press(page, 'Add keywords')
    await type(page, 'Keywords, one per line', first)
    await press(page, 'Add one keyword')
    await text(page, 'It was in the trash: adding it again brought its history back.')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await row.waitFor()
  })

  it('takes a site for its typed domain, and gives it back with its keywords; the audit log has it all', async () => {
    const { page, faultsOf } = visitor
    await open(page, addressOf(pages.settings))
    await press(page, 'Delete site')
    await page.getByRole('dialog').getByText('It is kept for 30 days in the trash').waitFor()
    await type(page, 'Type peets.com', 'peets.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete site' }).click()
    await text(page, 'peets.com is in the trash for 30 days.')
    await text(page, 'No sites yet')
    await open(page, pages.trash)
    const sites = page.getByRole('table', { name: 'Sites' })
    await sites.getByText('101', { exact: true }).waitFor()
    for (const width of widths) expect(await layoutFaults(page, width)).toEqual([])
    await page.setViewportSize(deskLight)
    await page.emulateMedia({ colorScheme: phoneDark.colorScheme })
    expect(await faultsOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await sites.getByRole('button', { name: 'Restore peets.com' }).focus()
    await page.keyboard.press('Enter')
    await text(page, 'peets.com is back.')
    expect(await keywords()).toHaveLength(101)
    await open(page, pages.audit)
    for (const entry of ['site restored', 'site deleted', 'keywords restored', 'keywords deleted'])
      await page.getByRole('cell', { name: entry, exact: true }).first().waitFor()
    await text(page, 'keywords: 101')
  })
})
