import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { newLogin, open, openMenuGroup, press, saved, signIn, signUp, text, type } from '../support/person.ts'
import { at, type Rest, restClient } from '../support/system.ts'

describeInBrowser('a site', () => {
  let started: SystemInBrowser
  let rest: Rest
  let keyId: string
  beforeAll(async () => {
    started = await startInBrowser()
  })
  // A key has thirty calls a minute: each test has its own.
  beforeEach(async () => {
    const { operator, connection } = started.system
    const made = await operator.call('keys.create', {
      params: { accountId: connection.accountId },
      body: { name: 'test' },
    })
    keyId = made.key.id
    rest = restClient(connection.baseUrl, made.secret)
  })
  afterEach(async () => {
    await started.allLeave()
    await started.system.operator.call('keys.revoke', { params: { keyId } })
  })
  afterAll(() => started?.remove())

  const addressOf = (address: string, siteId: string) => address.replace('$siteId', siteId)
  /** The chosen option of a list, by the list's name. */
  const chosen = (page: Page, label: string) =>
    page.getByLabel(label, { exact: true }).locator(':checked').textContent()

  const both = (page: Page) => Promise.all(['Country', 'Language'].map((label) => chosen(page, label)))

  async function newSite(name: string, domain = 'tokokopi.co.id'): Promise<string> {
    const { body } = await rest('POST', '/projects', { name, domain, country: 'id', language: 'id' })
    return String(at(body, 'project', 'id'))
  }

  async function newKeyword(site: string, keyword: string): Promise<string> {
    const { body } = await rest('POST', `/projects/${site}/keywords`, { keyword })
    return String(at(body, 'keyword', 'id'))
  }

  async function enter(address: string) {
    const visitor = await started.visit()
    await signIn(visitor.page, started.system.owner)
    await open(visitor.page, address)
    return visitor
  }

  it('added by a pasted address of Indonesia is searched on Indonesia’s pages in Indonesian, without typing either', async () => {
    const { page, faultsOf } = await enter(pages.home)
    await press(page, 'Add site')
    await expect.poll(() => both(page)).toEqual(['United States', 'English'])
    await type(page, 'Domain', 'https://www.tokokopi.co.id/menu?x=1')
    await text(page, 'The site will be tokokopi.co.id')
    await expect.poll(() => both(page)).toEqual(['Indonesia', 'Indonesian'])
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Add site' }).click()
    await text(page, 'Indonesia · Indonesian')
    await press(page, 'Add keywords')
    await page.getByLabel('Keywords, one per line').fill('kopi susu')
    await press(page, 'Add one keyword')
    const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'kopi susu', exact: true }) })
    await row.locator('b').getByText(/^\d+$/).waitFor()
    const { calls } = Object(
      await (await fetch(`${started.system.connection.sandboxUrl}/control/calls?provider=serpapi`)).json(),
    )
    const asked = calls.map(({ query }: { query: object }) => query).filter(({ q }: { q: string }) => q === 'kopi susu')
    expect(asked[0]).toMatchObject({ gl: 'id', hl: 'id' })
  })

  it('whose domain says no country keeps what was chosen by hand, and has the language of that country', async () => {
    const { page } = await enter(pages.home)
    await press(page, 'Add site')
    await type(page, 'Domain', 'tokokopi.com')
    await expect.poll(() => chosen(page, 'Country')).toBe('United States')
    await page.getByLabel('Country', { exact: true }).selectOption('Germany')
    await expect.poll(() => chosen(page, 'Language')).toBe('German')
    await type(page, 'Domain', 'tokokopi.co.id')
    expect(await chosen(page, 'Country')).toBe('Germany')
    await type(page, 'Domain', 'not a website')
    await page.getByRole('dialog').getByRole('button', { name: 'Add site' }).click()
    await text(page, 'Must be')
  })

  it('is changed on its settings, and a name that another site of the domain has is refused beside its field', async () => {
    await newSite('Toko A', 'toko-a.co.id')
    const siteId = await newSite('Toko B', 'toko-a.co.id')
    const { page, faultsOf } = await enter(addressOf(pages.settings, siteId))
    await type(page, 'Site name', 'Toko A')
    await press(page, 'Save')
    const name = page.getByRole('textbox', { name: 'Site name' })
    await text(page, 'Is that of another site with this domain')
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await faultsOf(page)).toEqual([])
    await type(page, 'Site name', 'Toko C')
    await page.getByLabel('Country', { exact: true }).selectOption('Singapore')
    await page.getByLabel('Language', { exact: true }).selectOption('English')
    await type(page, 'Tags', 'shop, jakarta')
    await type(page, 'Description', 'Kopi dan teh')
    await press(page, 'Save')
    await text(page, 'Singapore · English')
    const { body } = await rest('GET', `/projects/${siteId}`)
    expect(at(body, 'project')).toMatchObject({
      name: 'Toko C',
      country: 'sg',
      language: 'en',
      tags: ['shop', 'jakarta'],
      description: 'Kopi dan teh',
    })
  })

  it('is paused since a moment that it says, and resumed', async () => {
    const siteId = await newSite('Paused')
    const { page } = await enter(addressOf(pages.settings, siteId))
    await press(page, 'Pause checks')
    await text(page, 'Paused since')
    await text(page, 'checks paused')
    const paused = await rest('GET', `/projects/${siteId}`)
    expect(at(paused.body, 'project', 'checksPausedAt')).not.toBe(null)
    await press(page, 'Resume checks')
    await page.getByRole('button', { name: 'Pause checks' }).waitFor()
    const resumed = await rest('GET', `/projects/${siteId}`)
    expect(at(resumed.body, 'project', 'checksPausedAt')).toBe(null)
  })

  it('reads as many results as its settings say, by need or all of them', async () => {
    const siteId = await newSite('Depth')
    const { page, faultsOf } = await enter(addressOf(pages.settings, siteId))
    const depth = page.getByLabel('Depth', { exact: true })
    await expect.poll(() => depth.locator(':checked').textContent()).toBe('First 100 results')
    await page.getByLabel('As far as needed').waitFor()
    expect(await page.getByLabel('As far as needed').isChecked()).toBe(true)
    await depth.selectOption('First 20 results')
    await page.getByLabel('All of them', { exact: true }).check()
    await press(page, 'Set depth')
    await saved(page)
    expect(await faultsOf(page)).toEqual([])
    await open(page, addressOf(pages.settings, siteId))
    await expect.poll(() => chosen(page, 'Depth')).toBe('First 20 results')
    expect(await page.getByLabel('All of them', { exact: true }).isChecked()).toBe(true)
    const keyword = await newKeyword(siteId, 'kedalaman')
    const look = async () =>
      at((await rest('GET', `/projects/${siteId}/keywords/${keyword}/history`)).body, 'history', 0)
    const row = await until('the check', look, undefined, gentlyMs)
    expect(row).toMatchObject({ depth: 20 })
  })

  it('is deleted once its domain is typed, and by no other text', async () => {
    const siteId = await newSite('To delete', 'to-delete.co.id')
    const { page, faultsOf } = await enter(addressOf(pages.settings, siteId))
    await press(page, 'Delete site')
    const dialog = page.getByRole('dialog')
    const confirm = async (typed: string) => {
      await dialog.getByLabel('Type to-delete.co.id').fill(typed)
      await dialog.getByRole('button', { name: 'Delete site' }).click()
    }
    await confirm('tokokopi.co.id')
    await text(page, 'Must be to-delete.co.id')
    expect(await faultsOf(page)).toEqual([])
    expect((await rest('GET', `/projects/${siteId}`)).status).toBe(200)
    await confirm('to-delete.co.id')
    await page.waitForURL((url) => url.pathname === pages.home)
    await page.getByRole('link', { name: 'To delete' }).waitFor({ state: 'detached' })
    expect((await rest('GET', `/projects/${siteId}`)).status).toBe(404)
  })

  it('has no tags on Free, and its settings say from which plan on', async () => {
    const { page } = await started.visit()
    const login = newLogin()
    await signUp(page, started.system, login)
    await press(page, 'Add site')
    await type(page, 'Domain', 'free.co.id')
    await page.getByRole('dialog').getByRole('button', { name: 'Add site' }).click()
    await openMenuGroup(page, 'Site')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await text(page, 'Tags need the Starter plan or higher')
    expect(await page.getByLabel('Tags', { exact: true }).isDisabled()).toBe(true)
    await type(page, 'Description', 'Without tags')
    await press(page, 'Save')
    await saved(page)
  })

  it('says on each of its pages that it is over the plan’s limit, and why a keyword is not added', async () => {
    const { operator, connection } = started.system
    const [, young] = [await newSite('Older', 'older.example.com'), await newSite('Younger', 'younger.example.com')]
    // A call with a key brings its account's plan.
    const change = async (plan: 'free' | 'growth') => {
      await operator.call('accounts.update', { params: { accountId: connection.accountId }, body: { plan } })
      return (await rest('GET', `/projects/${young}`)).body.project
    }
    expect(await change('free')).toMatchObject({ frozen: true })
    const { page } = await enter(addressOf(pages.keywords, young))
    await text(page, 'This site is over your plan’s limit. You can read all that was saved.')
    await press(page, 'Add keywords')
    await page.getByLabel('Keywords, one per line').fill('green tea')
    await press(page, 'Add one keyword')
    await text(page, 'Free includes 1 site')
    await open(page, addressOf(pages.planner, young))
    await text(page, 'you see what was saved, and nothing is refreshed')
    expect(await change('growth')).toMatchObject({ frozen: false })
    await open(page, addressOf(pages.keywords, young))
    expect(await page.getByText('over your plan’s limit').count()).toBe(0)
  })

  it('has keywords that are edited from their row and from their page; another place is another history', async () => {
    const siteId = await newSite('Edited')
    const keyword = await newKeyword(siteId, 'kopi hitam')
    await newKeyword(siteId, 'kopi tubruk')
    const isChecked = async () => {
      const history = await rest('GET', `/projects/${siteId}/keywords/${keyword}/history`)
      return at(history.body, 'total') === 1
    }
    await until('the first check', isChecked, undefined, gentlyMs)
    const { page, faultsOf } = await enter(addressOf(pages.keywords, siteId))
    await press(page, 'Edit kopi hitam')
    await type(page, 'Keyword', 'Kopi Tubruk')
    await press(page, 'Save')
    await text(page, 'Is tracked already in this country and language, on this device and in this place')
    expect(await faultsOf(page)).toEqual([])
    await type(page, 'Keyword', 'kopi hitam')
    await page.getByLabel('Country', { exact: true }).selectOption('Malaysia')
    await press(page, 'Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'kopi hitam', exact: true }) })
    await row.getByText('Malaysia · Indonesian').waitFor()
    const { body } = await rest('GET', `/projects/${siteId}/keywords`)
    expect(at(body, 'keywords', 0)).toMatchObject({ id: keyword, keyword: 'kopi hitam', country: 'my' })
    await page.getByRole('link', { name: 'kopi tubruk', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit keyword' })
    await form.getByLabel('Keyword', { exact: true }).fill('kopi aren')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog', { name: 'kopi aren' }).waitFor()
  })
})
