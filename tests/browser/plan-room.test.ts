import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { newLogin, open, press, signIn, text, type } from '../support/person.ts'
import { at, newAccount } from '../support/system.ts'

describeInBrowser('more than the plan has room for', () => {
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  /** Somebody on Free with a site, which has this many keywords. */
  async function onFree(keywords: number): Promise<{ page: Page; siteId: string }> {
    const account = await newAccount(started.system, 'free')
    const login = { ...newLogin(), email: account.email }
    await started.system.operator.call('persons.create', { body: { ...login, name: 'Free' } })
    const siteId = String(
      at((await account.rest('POST', '/projects', { name: 'Shop', domain: 'peets.com' })).body, 'project', 'id'),
    )
    for (let i = 0; i < keywords; i++)
      await account.rest('POST', `/projects/${siteId}/keywords`, { keyword: `own ${i}` })
    const { page } = await started.visit()
    await signIn(page, login)
    return { page, siteId }
  }

  it('fifty keywords on Free: says before how many fit, adds them with one request, and says so in one sentence', async () => {
    const { page, siteId } = await onFree(0)
    const sent: string[] = []
    page.on('request', (request) => void sent.push(new URL(request.url()).pathname))
    await open(page, pages.keywords.replace('$siteId', siteId))
    await press(page, 'Add keywords')
    await type(page, 'Keywords, one per line', Array.from({ length: 50 }, (_, i) => `tea ${i}`).join('\n'))
    await text(page, '3 of 50 fit; Free includes 3 keywords.')
    expect(await page.getByRole('dialog').getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe(
      pages.prices,
    )
    await press(page, 'Add 3 keywords')
    await text(page, '3 of 50 were added; Free includes 3 keywords, 3 in use.')
    expect(sent.filter((path) => path.includes('/api/op/keywords.create'))).toEqual(['/api/op/keywords.createBulk'])
    const said = await page.getByRole('dialog').textContent()
    expect(said).not.toContain('tea 3')
    await page.getByRole('dialog').getByRole('link', { name: 'Upgrade' }).click()
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
  })

  it('without any room nothing is sent, and Track says why', async () => {
    const { page, siteId } = await onFree(3)
    await open(page, pages.keywords.replace('$siteId', siteId))
    await press(page, 'Add keywords')
    await type(page, 'Keywords, one per line', 'one more')
    await text(page, 'Free includes 3 keywords, 3 in use.')
    expect(await page.getByRole('button', { name: 'Add 0 keywords' }).isDisabled()).toBe(true)
    await open(page, `${pages.research.replace('$siteId', siteId)}?around=moka+pot`)
    await page
      .getByRole('button', { name: /^Track / })
      .first()
      .click()
    await text(page, 'Free includes 3 keywords, 3 in use.')
  })

  it('a competitor too many: the refusal is one sentence with the way to the plans', async () => {
    const { page, siteId } = await onFree(1)
    await open(page, pages.comparison.replace('$siteId', siteId))
    for (const domain of ['one.example', 'two.example', 'three.example']) {
      await press(page, 'Add a competitor')
      await type(page, 'Domain', domain)
      await press(page, 'Add competitor')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await press(page, 'Add a competitor')
    await page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: 'Free includes 3 competitors per site, 3 in use.' })
      .waitFor()
    await type(page, 'Domain', 'four.example')
    await press(page, 'Add competitor')
    const refusal = page.getByRole('alert').filter({ hasText: 'Free includes 3 competitors per site, 3 in use.' })
    await refusal.getByRole('link', { name: 'Upgrade' }).waitFor()
  })

  it('a person too many is said before the invite is written', async () => {
    const { page } = await onFree(0)
    await open(page, pages.team)
    await press(page, 'Invite')
    await text(page, 'Free includes 1 person, 1 in use.')
  })

  it('Research offers what is not tracked, and leads to what is', async () => {
    const { page, siteId } = await onFree(0)
    await open(page, `${pages.research.replace('$siteId', siteId)}?around=moka+pot`)
    const track = page.getByRole('button', { name: /^Track / }).first()
    const phrase = ((await track.getAttribute('aria-label')) ?? '').replace('Track ', '')
    await track.click()
    const row = page.locator('tbody tr[data-index]').filter({ has: page.getByText(phrase, { exact: true }) })
    await row.getByRole('link', { name: 'Tracked' }).waitFor()
    await page.reload()
    await row.getByRole('link', { name: 'Tracked' }).click()
    await page.getByRole('dialog', { name: phrase }).waitFor()
  })
})
