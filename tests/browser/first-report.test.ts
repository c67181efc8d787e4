import { deskLight, type Page, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { linkTo, newLogin, open, shown, text, type } from '../support/person.ts'

/** All of them, from the sign-up to the link of the report. */
const maxClicks = 9

describeInBrowser('the way of a stranger to a client’s report', () => {
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
  })
  afterAll(() => started?.remove())

  it.each([
    ['a desktop', deskLight, phoneDark],
    ['a phone', phoneDark, deskLight],
  ])(
    'on %s: from no account to a report that a client reads, by few clicks and without a fault',
    async (_name, look, other) => {
      const { page, faultsOf } = await started.visit(look)
      const noFaults = async () => expect(await faultsOf(page)).toEqual([])
      let clicks = 0
      const click = async (button: { click(): Promise<void> }) => {
        clicks++
        await button.click()
      }
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
      const link = (name: string) => page.getByRole('link', { name, exact: true }).first()

      const { email, password } = newLogin()
      await open(page, pages.signUp)
      await noFaults()
      await type(page, 'Email', email)
      await type(page, 'Password', password)
      await click(button('Create account'))
      await text(page, 'Check your email')
      await noFaults()
      await open(page, `${pages.verify}#${await linkTo(started.system, email, 'verify')}`)
      await click(button('Confirm email'))
      await page.waitForURL(({ pathname }) => pathname === pages.home)
      await shown(page)

      await click(link('Add your site'))
      await type(page, 'Domain', 'demo-shop.com')
      await click(page.getByRole('dialog').getByRole('button', { name: 'Add site' }))
      await click(button('Add keywords'))
      await page.getByLabel('Keywords, one per line').fill('pour over coffee')
      await click(button('Add one keyword'))
      const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'pour over coffee' }) })
      await row
        .getByText(/^(\d+|not found)$/)
        .first()
        .waitFor()
      const rank = await row
        .getByText(/^(\d+|not found)$/)
        .first()
        .textContent()
      await noFaults()

      await click(link('Overview'))
      await click(link('Share a report'))
      await type(page, 'Title', 'Coffee in autumn')
      await noFaults()
      await click(button('Create report'))
      await text(page, 'Everybody who has this link can read the report')
      const address = String(await page.locator('pre').first().textContent())
      await noFaults()
      expect(clicks).toBeLessThanOrEqual(maxClicks)

      const client = await started.visit(other)
      await readAs(client.page, address, String(rank))
      expect(await client.faultsOf(client.page)).toEqual([])
      expect(await client.page.context().cookies()).toEqual([])
    },
  )

  /** Opens the link as a client does: in a browser that was never here. */
  async function readAs(page: Page, address: string, rank: string): Promise<void> {
    await open(page, address)
    await page.getByRole('heading', { name: 'Coffee in autumn' }).waitFor()
    const keywords = page.getByRole('table', { name: 'Keywords', exact: true })
    await keywords
      .getByRole('row', { name: /pour over coffee/ })
      .getByText(rank, { exact: true })
      .first()
      .waitFor()
  }
})
