import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { newLogin, open, press, signIn, text, type } from '../support/person.ts'
import { at, newAccount, type Rest } from '../support/system.ts'

describeInBrowser('webhooks', () => {
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
    const { body } = await rest('POST', '/projects', { name: 'Shop', domain: 'demo.sandbox.example' })
    siteId = String(at(body, 'project', 'id'))
    visitor = await started.visit()
    await signIn(visitor.page, login)
  })
  afterAll(() => started?.remove())

  /** No fault of the page at any width, in both colours; the window is as before afterwards. */
  async function expectNoFaults(): Promise<void> {
    const { page, faultsOf } = visitor
    for (const width of widths) expect(await layoutFaults(page, width)).toEqual([])
    await page.emulateMedia({ colorScheme: phoneDark.colorScheme })
    expect(await faultsOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(deskLight)
    expect(await faultsOf(page)).toEqual([])
  }
  const dialog = () => visitor.page.getByRole('dialog')

  it('a webhook is added with a secret that is shown once, by the keyboard alone', async () => {
    const { page, faultsOf } = visitor
    await open(page, pages.webhooks.replace('$siteId', siteId))
    await text(page, 'No endpoints yet.')
    await page.getByRole('button', { name: 'Add endpoint' }).first().focus()
    await page.keyboard.press('Enter')
    await dialog().getByLabel('Address', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('https://10.0.0.1/hook')
    await page.keyboard.press('Enter')
    await dialog().getByText('Must be a public address on port 443').waitFor()
    await dialog().getByLabel('Address', { exact: true }).fill('https://demo.sandbox.example/webhook?token=hidden')
    await page.keyboard.press('Enter')
    await dialog()
      .getByText(/^whsec_/)
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await dialog().getByText('Have you saved it?').waitFor()
    await press(page, 'I have saved it: close')
    const row = page.getByRole('row', { name: /demo\.sandbox\.example\/webhook\?…/ })
    await row.getByText('Active', { exact: true }).waitFor()
    expect(await page.getByText(/whsec_[\w+/]{20}|hidden/).count()).toBe(0)
    await expectNoFaults()
  })

  it('a test event shows its answer; a finished audit arrives in Slack, and can be sent again', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    await type(page, 'Address', 'https://hooks.slack.com/services/T1/B1/abc')
    await type(page, 'Name', 'Our channel')
    await dialog().getByRole('button', { name: 'Add endpoint' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await press(page, 'Open Our channel')
    await press(page, 'Send a test event')
    await dialog()
      .getByText(/Delivered\. Status 200/)
      .waitFor()
    await rest('GET', `/projects/${siteId}/issues`)
    await until(
      'the audit',
      async () => Object((await rest('GET', `/projects/${siteId}/issues`)).body).status === 'ready',
    )
    await until('the delivery', async () => {
      await page.reload()
      await press(page, 'Open Our channel')
      await dialog().getByRole('table', { name: 'Deliveries' }).or(dialog().getByText('No deliveries yet.')).waitFor()
      return (await dialog().getByRole('cell', { name: 'delivered' }).count()) === 1
    })
    await press(page, 'Send again: Finished audits, delivery 1')
    await dialog()
      .getByRole('button', { name: /delivery 2$/ })
      .waitFor()
    await expectNoFaults()
    await press(page, 'Pause')
    await dialog().getByText('Paused', { exact: true }).waitFor()
    await press(page, 'Delete')
    await page.getByRole('dialog', { name: 'Delete Our channel?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('row', { name: /Our channel/ }).waitFor({ state: 'detached' })
  })

  it('a request is verified by a snippet in each of five languages', async () => {
    const { page } = visitor
    for (const language of ['Python', 'PHP', 'Go', 'Ruby', 'Node']) {
      await page.getByRole('tab', { name: language }).click()
      await page.getByText(`Verify a request in ${language}`).waitFor()
    }
  })
})
