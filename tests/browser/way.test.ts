import { deskLight, type Page, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import {
  linkTo,
  newLogin,
  open,
  openAccountMenu,
  openMenuGroup,
  press,
  shown,
  signIn,
  text,
  type,
} from '../support/person.ts'
import { at, type Rest, restClient } from '../support/system.ts'

describeInBrowser('the way through the pages', () => {
  let started: SystemInBrowser
  let rest: Rest
  let blue: string
  let red: string
  beforeAll(async () => {
    started = await startInBrowser()
    rest = restClient(started.system.connection.baseUrl, started.system.connection.apiKey)
    blue = await newSite('Blue shop', 'blue.co.id', ['Blue'])
    red = await newSite('Red shop', 'red.co.id', ['Red'])
    await rest('POST', `/projects/${red}/keywords`, { keyword: 'kopi merah' })
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  async function newSite(name: string, domain: string, tags: string[]): Promise<string> {
    const { body } = await rest('POST', '/projects', { name, domain, tags })
    return String(at(body, 'project', 'id'))
  }

  const addressOf = (page: string, siteId: string) => page.replace('$siteId', siteId)
  const isAt = (page: Page, address: string) => page.waitForURL(({ pathname }) => pathname === address)

  async function enter(address: string, look = deskLight) {
    const visitor = await started.visit(look)
    await signIn(visitor.page, started.system.owner)
    await open(visitor.page, address)
    return visitor
  }

  it('another site is chosen by keys alone and shows the same page; those looked at last come first', async () => {
    const { page, faultsOf } = await enter(addressOf(pages.settings, blue))
    await page.getByRole('button', { name: 'Switch site: Blue shop' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    const list = page.getByRole('listbox', { name: 'Sites' })
    await list.getByRole('option', { name: 'Blue shop' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.type('red')
    await page.keyboard.press('Enter')
    await isAt(page, addressOf(pages.settings, red))
    await page.getByRole('button', { name: 'Switch site: Red shop' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await list.getByRole('option').first().waitFor()
    expect(await list.getByRole('option').first().textContent()).toContain('Red shop')
  })

  it('the palette leads to a page that was seen last, to a keyword of any site, and does things', async () => {
    const { page, faultsOf } = await enter(addressOf(pages.keywords, red))
    await open(page, addressOf(pages.site, blue))
    const options = page.getByRole('listbox').getByRole('option')
    const choose = async (words: string, option: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Where to?' }).waitFor()
      await page.keyboard.type(words)
      await options.filter({ hasText: option }).first().waitFor()
      expect(await options.first().textContent()).toContain(option)
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('Enter')
    }
    await choose('', 'Red shop')
    await isAt(page, addressOf(pages.keywords, red))
    await open(page, addressOf(pages.site, blue))
    await choose('kopi mer', 'kopi merah')
    await isAt(page, addressOf(pages.keywords, red))
    await page.getByRole('dialog', { name: 'kopi merah' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose('add a site', 'Add a site')
    await page.getByRole('dialog', { name: 'Add a site' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose('dark', 'Use dark colors')
    await page.locator('html[data-theme=dark]').waitFor()
  })

  it('a group of the menu stays open, in the next document too, and is open on its pages', async () => {
    const { page, faultsOf } = await enter(addressOf(pages.site, blue))
    const links = page.getByRole('link', { name: 'Backlinks', exact: true })
    expect(await links.count()).toBe(0)
    await openMenuGroup(page, 'Site')
    await links.waitFor()
    await open(page, addressOf(pages.keywords, blue))
    await links.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await openMenuGroup(page, 'Site')
    await links.waitFor({ state: 'detached' })
    await open(page, addressOf(pages.backlinks, blue))
    await links.waitFor()
  })

  it('the name of a site leads to all sites, that of the account to its pages', async () => {
    const { page, faultsOf } = await enter(addressOf(pages.site, blue))
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'Team', exact: true }).click()
    await isAt(page, pages.team)
    expect(await page.getByRole('link', { name: 'API keys' }).isVisible()).toBe(false)
    await open(page, addressOf(pages.site, blue))
    await page.getByRole('button', { name: 'Switch site: Blue shop' }).click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'All sites' }).click()
    await isAt(page, pages.home)
  })

  it('a phone has five places at its lower edge, and the menu at its upper one', async () => {
    const { page, faultsOf } = await enter(addressOf(pages.site, blue), phoneDark)
    const bar = page.getByRole('navigation', { name: 'Places' })
    await bar.getByRole('link', { name: 'Keywords' }).click()
    await isAt(page, addressOf(pages.keywords, blue))
    expect(await faultsOf(page)).toEqual([])
    expect(await bar.getByRole('link').count()).toBe(5)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Site', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Backlinks' }).click()
    await isAt(page, addressOf(pages.backlinks, blue))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await faultsOf(page)).toEqual([])
  })

  it('the first page sums the sites by client, and a client filters them', async () => {
    const { page, faultsOf } = await enter(pages.home)
    const clients = page.getByRole('region', { name: 'By client' })
    await clients.getByRole('link', { name: 'Red' }).click()
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'Red')
    await page.getByRole('link', { name: 'Blue shop' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Red shop' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  describe('a new person', () => {
    it('types one password, and has the first rank eight clicks after the mail', async () => {
      const { page, faultsOf } = await started.visit()
      const { email, password } = newLogin()
      await open(page, pages.signUp)
      await type(page, 'Email', email)
      await type(page, 'Password', password)
      await press(page, 'Create account')
      const token = await linkTo(started.system, email, 'verify')
      let clicks = 0
      const click = (button: { click(): Promise<void> }) => {
        clicks++
        return button.click()
      }
      const named = (name: string) => page.getByRole('button', { name, exact: true })
      await open(page, `${pages.verify}#${token}`)
      await click(named('Confirm email'))
      await isAt(page, pages.home)
      await shown(page)
      await text(page, 'First steps')
      expect(await faultsOf(page)).toEqual([])
      await click(page.getByRole('link', { name: 'Add your site' }))
      await type(page, 'Domain', 'demo-shop.com')
      await click(page.getByRole('dialog').getByRole('button', { name: 'Add site' }))
      await click(named('Add keywords'))
      await page.getByLabel('Keywords, one per line').fill('pour over coffee')
      await click(named('Add one keyword'))
      const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'pour over coffee' }) })
      await row.getByText(/^(\d+|not found)$/).waitFor()
      expect(clicks).toBeLessThanOrEqual(8)
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await text(page, '3 of')
      await page.getByRole('link', { name: 'Choose a competitor' }).click()
      const compare = page.getByRole('dialog').getByRole('button', { name: /^Compare with/ })
      await compare.first().click()
      await page.getByRole('dialog').getByText('Suggested').waitFor({ state: 'attached' })
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await press(page, 'Hide')
      await page.getByText('First steps').waitFor({ state: 'detached' })
      await page.reload()
      await shown(page)
      await page.getByText('Keywords').first().waitFor()
      expect(await page.getByText('First steps').count()).toBe(0)
    })
  })
})
