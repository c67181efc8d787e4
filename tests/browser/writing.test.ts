import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, saved, signIn, text, type } from '../support/person.ts'

describeInBrowser('pages of content', () => {
  let started: SystemInBrowser
  let siteId: string
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  const addressOf = (page: string) => page.replace('$siteId', siteId)
  async function enter() {
    const visitor = await started.visit()
    await signIn(visitor.page, started.system.owner)
    return visitor
  }

  it('a topic is planned for a month, its article is written, and of two tabs that change it neither loses its text', async () => {
    const { page, newTab } = await enter()
    await open(page, addressOf(pages.plans))
    await press(page, 'Plan a topic')
    await type(page, 'Topic', 'how to clean a moka pot')
    await press(page, 'Add to plan')
    await page.getByRole('button', { name: /^how to clean a moka pot/ }).click()
    await press(page, 'Write article')
    await page.getByLabel('Markdown', { exact: true }).waitFor()
    const other = await newTab()
    await open(other, page.url())
    await type(page, 'Title', 'Mine')
    await type(other, 'Title', 'Theirs')
    await press(other, 'Save')
    await saved(other)
    await press(page, 'Save')
    await text(page, 'Someone else changed this article')
    await page.getByRole('dialog').getByRole('heading', { name: 'Theirs' }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine')
    await press(page, 'Overwrite with my text')
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor()
    await other.reload()
    await other.getByRole('heading', { name: 'Mine', level: 1 }).waitFor()
  })

  it('an article that failed says why in a sentence, without a code, and is tried again from its page', async () => {
    const { page } = await enter()
    const failed = '**/api/op/articles.get'
    await page.route(failed, async (route) => {
      const answer = await route.fetch()
      const { article } = await answer.json()
      await route.fulfill({ json: { article: { ...article, status: 'failed', error: 'quota', markdown: null } } })
    })
    await open(page, addressOf(pages.articles))
    await page.getByRole('link', { name: /pour over/i }).click()
    const notice = page.getByRole('alert')
    expect(await notice.getByRole('paragraph').textContent()).toBe(
      'The article could not be written: this installation’s quota at the AI provider is used up.',
    )
    await page.unroute(failed)
    await press(page, 'Try again')
    await page.getByLabel('Markdown', { exact: true }).waitFor()
  })

  it('what was typed into an article is there again after its session ended', async () => {
    const { page } = await enter()
    await open(page, addressOf(pages.articles))
    await page.getByRole('link', { name: /pour over/i }).click()
    await type(page, 'Title', 'Half a thought')
    await page.context().clearCookies()
    await press(page, 'Save')
    await text(page, 'Your session has ended')
    const address = page.url()
    await signIn(page, started.system.owner)
    await open(page, address)
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a thought')
    await text(page, 'Not saved yet')
  })

  it('what is typed while an article is being saved stays, and is saved next', async () => {
    const { page } = await enter()
    await open(page, addressOf(pages.articles))
    await page.getByRole('link', { name: /pour over/i }).click()
    await type(page, 'Title', 'The first half')
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/op/articles.update', async (route) => {
      await gate.promise
      await route.continue()
    })
    await press(page, 'Save')
    await type(page, 'Title', 'The first half and the second')
    gate.resolve()
    await page.getByRole('heading', { name: 'The first half', exact: true, level: 1 }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('The first half and the second')
    await text(page, 'Not saved yet')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'The first half and the second', level: 1 }).waitFor()
  })

  it('of two checks the one that was asked for last is shown, whichever answers last', async () => {
    const { page } = await enter()
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/op/siteSchema.check', async (route) => {
      await gate.promise
      await route.fulfill({ json: { allowance: {}, items: [], errors: [], url: 'https://demo.sandbox.example/' } })
    })
    await open(page, addressOf(pages.structuredData))
    await page.getByRole('tab', { name: 'Page' }).click()
    await type(page, 'URL of a page of the site', 'https://demo.sandbox.example/')
    await press(page, 'Fetch and check')
    await page.getByRole('tab', { name: 'Text' }).click()
    await type(page, 'HTML or JSON-LD', '{"@context": "https://schema.org", "@type": "Product"}')
    await press(page, 'Check')
    await text(page, '1 item')
    const late = page.waitForResponse('**/api/op/siteSchema.check')
    gate.resolve()
    await (await late).finished()
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    await text(page, '1 item')
  })

  it('a finding in structured data leads to its line', async () => {
    const { page } = await enter()
    await open(page, addressOf(pages.structuredData))
    const code = ['{', '  "@context": "https://schema.org",', '  "@type": "Product",', '  "nam": "A pot"', '}'].join(
      '\n',
    )
    await type(page, 'HTML or JSON-LD', code)
    await press(page, 'Check')
    await page.getByRole('button', { name: /\bnam\b/ }).click()
    await expect.poll(() => page.evaluate('String(getSelection())')).toContain('"A pot"')
  })

  it('what people search for around a phrase is found, and tracked from its row', async () => {
    const { page } = await enter()
    await open(page, addressOf(pages.research))
    await type(page, 'Keyword', 'cold brew')
    await press(page, 'Search')
    await press(page, 'Track cheap cold brew')
    const row = page.locator('tbody tr[data-index]').filter({ has: page.getByText('cheap cold brew', { exact: true }) })
    await row.getByRole('link', { name: 'Tracked' }).waitFor()
    await open(page, `${addressOf(pages.keywords)}?q=cold`)
    await page.getByText('cheap cold brew').first().waitFor()
  })
})
