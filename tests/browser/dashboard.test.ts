import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import {
  linkTo,
  newLogin,
  open,
  openAccountMenu,
  press,
  shown,
  signIn,
  signUp,
  text,
  tryToSignIn,
  type,
} from '../support/person.ts'
import { newReport } from '../support/report.ts'
import { signIn as ownerOf } from '../support/signed-in.ts'
import { at, restClient, type TestSystem } from '../support/system.ts'

/** Pages for strangers; with the link of a mail some of them show another form. */
const outside: string[] = [
  pages.signUp,
  pages.signIn,
  pages.verify,
  pages.reset,
  pages.newMail,
  pages.claim,
  pages.invite,
  pages.reference,
  pages.guide,
  pages.connect,
  pages.sharedReport,
]
const withLinks = [pages.verify, pages.reset, pages.newMail].map((address) => `${address}#a-token`)
/** The page that welcomes people without an account is not shown to others. */
const inside = Object.values(pages).filter((address) => !outside.includes(address) && address !== pages.welcome)

describeInBrowser('the dashboard', () => {
  let system: TestSystem
  let visit: SystemInBrowser['visit']
  let started: SystemInBrowser
  let siteId: string
  let articleId: string
  let keywordId: string
  let orderId: string
  let reportId: string
  beforeAll(async () => {
    started = await startInBrowser()
    ;({ system, visit } = started)
    siteId = await system.fillDemo()
    articleId = await demoArticle()
    keywordId = await demoKeyword()
    orderId = await paidOrder()
    reportId = await demoReport()
  })
  afterAll(() => started?.remove())
  const allLeave = () => started.allLeave()

  async function paidOrder(): Promise<string> {
    const { operator, connection } = system
    const body = { accountId: connection.accountId, plan: 'growth', months: 1, usdCents: 4_900 } as const
    const { order } = await operator.call('invoices.create', { body })
    await operator.call('orders.settle', { params: { orderId: order.id }, body: { reference: 'bank-1' } })
    return order.id
  }

  /** Writing an article again reads it. */
  async function demoArticle(): Promise<string> {
    const rest = restClient(system.connection.baseUrl, system.connection.apiKey)
    const { body } = await rest('POST', `/projects/${siteId}/articles`, { keyword: 'pour over coffee' })
    return String(at(body, 'article', 'id'))
  }

  async function demoKeyword(): Promise<string> {
    const rest = restClient(system.connection.baseUrl, system.connection.apiKey)
    const { body } = await rest('POST', `/projects/${siteId}/keywords`, { keyword: 'pour over coffee' })
    return String(at(body, 'keyword', 'id'))
  }

  async function demoReport(): Promise<string> {
    const asOwner = await ownerOf(system)
    const body = newReport({ title: 'Coffee in November' })
    const created = await asOwner('/api/op/reports.create', { params: { id: siteId }, body })
    return String(at(created, 'report', 'id'))
  }

  describe('a person', () => {
    afterEach(allLeave)

    it('signs up, opens the link of the mail, makes a key, and their server calls with it', async () => {
      const { page, faultsOf } = await visit(phoneDark)
      const login = newLogin()
      await signUp(page, system, login)
      await open(page, pages.keys)
      await press(page, 'Create a key')
      await type(page, 'Name', 'my server')
      await press(page, 'Create key')
      const shownKey = await page.getByText(/^rts_sk_\w+$/).textContent()
      expect(await faultsOf(page)).toEqual([])
      const rest = restClient(system.connection.baseUrl, String(shownKey))
      expect((await rest('GET', '/projects')).status).toBe(200)
      await page.getByText('Close', { exact: true }).click()
      await text(page, 'Have you saved it?')
      await press(page, 'I have saved it: close')
      await page.getByRole('button', { name: 'Revoke my server' }).waitFor()
      await page.reload()
      await shown(page)
      expect(await page.content()).not.toContain(shownKey)
    })

    it('sets a new password by the link of a mail, and neither the old one nor an old session opens anything', async () => {
      const { page, newTab } = await visit()
      const login = newLogin()
      const changed = { ...login, password: 'another long password' }
      await signUp(page, system, login)
      const other = await newTab()
      await open(other, pages.reset)
      await type(other, 'Email', login.email)
      await press(other, 'Send link')
      await text(other, 'Check your email')
      await open(other, `${pages.reset}#${await linkTo(system, login.email, 'reset')}`)
      await type(other, 'New password', changed.password)
      await press(other, 'Set password')
      await text(other, 'Password changed')
      await page.goto(pages.keys)
      await page.waitForURL(`**${pages.signIn}`)
      await tryToSignIn(page, login)
      await text(page, 'The mail address or the password is wrong')
      await signIn(page, changed)
    })

    it('signs out in one tab, and the other shows nothing of theirs any more', async () => {
      const { page, newTab } = await visit()
      const login = newLogin()
      await signUp(page, system, login)
      const other = await newTab()
      await open(other, pages.audit)
      await other.getByText(login.email).first().waitFor()
      await openAccountMenu(page)
      await press(page, 'Sign out')
      for (const tab of [page, other]) {
        await tab.waitForURL(`**${pages.signIn}`)
        await shown(tab)
        expect(await tab.content()).not.toContain(login.email)
      }
    })
  })

  describe('each page', () => {
    let stranger: Visitor
    let owner: Visitor
    beforeAll(async () => {
      stranger = await visit()
      owner = await visit()
      await signIn(owner.page, system.owner)
    })
    afterAll(allLeave)

    const withLists = [`${pages.research}?around=moka%20pot`, `${pages.backlinks}?list=disavowed`]
    const cases = [...outside, ...withLinks, ...inside, ...withLists].map((address) => [address])
    it.each(cases)(
      '%s says that data may be simulated, fits every width with its names and whole sentences, asks no other host, and is accessible',
      async (address) => {
        const { page, faultsOf } = outside.includes(address.split('#')[0] ?? '') ? stranger : owner
        const ids: Record<string, string> = {
          siteId,
          articleId,
          keywordId,
          orderId,
          reportId,
          language: 'en',
          guide: 'errors',
        }
        const wanted = address.replace(/\$(\w+)/g, (_all, name) => ids[name] ?? '')
        await open(page, wanted)
        expect(new URL(page.url()).pathname).toBe(wanted.split(/[?#]/)[0])
        await text(page, 'Data may be simulated here')
        const faults: string[] = []
        for (const width of widths) faults.push(...(await layoutFaults(page, width)))
        expect(faults).toEqual([])
        for (const { width, height, colorScheme } of [phoneDark, deskLight]) {
          await page.setViewportSize({ width, height })
          await page.emulateMedia({ colorScheme })
          expect([width, await faultsOf(page)]).toEqual([width, []])
        }
      },
    )
  })
})
