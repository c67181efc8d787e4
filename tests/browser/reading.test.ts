import { deskLight, type Page, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text, type } from '../support/person.ts'
import { newReport } from '../support/report.ts'
import { signIn as ownerOf } from '../support/signed-in.ts'
import { at } from '../support/system.ts'

describeInBrowser('what people read', () => {
  let started: SystemInBrowser
  let siteId: string
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    cookies = await page.context().cookies()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  const addressOf = (address: string) => address.replace('$siteId', siteId)
  /** A page of the owner, who signs in once. */
  async function inside(look = deskLight, language = 'en'): Promise<Page> {
    const { page } = await started.visit(look)
    await page.context().addCookies(cookies)
    await page.context().addCookies([{ name: 'language', value: language, url: started.system.connection.appUrl }])
    return page
  }
  /** The account has a plan that is paid for, and a lower one after it. */
  async function paid(page: Page) {
    const { operator, connection } = started.system
    const body = { accountId: connection.accountId, plan: 'agency', months: 1, usdCents: 100 } as const
    const { order } = await operator.call('invoices.create', { body })
    await operator.call('orders.settle', { params: { orderId: order.id }, body: { reference: 'W1' } })
    await until('the plan', async () => {
      await open(page, pages.prices)
      return page.getByText('Agency is paid until').isVisible()
    })
  }

  it('a sentence with a date in it stays on one line', async () => {
    const page = await inside(phoneDark)
    await paid(page)
    const notice = page.getByRole('status').filter({ hasText: 'is paid until' })
    await notice.waitFor()
    const top = (element: string) =>
      page.evaluate<number>(`(() => {
        const box = [...document.querySelectorAll('[role=status]')].find((status) => status.textContent.includes('is paid until'))
        const range = document.createRange()
        range.selectNode(${element})
        return range.getBoundingClientRect().top
      })()`)
    const lines = await Promise.all(['box.firstChild', 'box.querySelector("time")', 'box.lastChild'].map(top))
    expect(lines[0]).toBeGreaterThan(0)
    expect(new Set(lines).size).toBe(1)
  })

  it('a moment is said in the reader’s time zone, and in UTC when pointed at', async () => {
    const page = await inside({ ...deskLight, timezoneId: 'Asia/Jakarta' })
    await open(page, pages.usage)
    const reset = page.locator('main time').first()
    expect(await reset.textContent()).toMatch(/07:00$/)
    expect(await reset.getAttribute('title')).toMatch(/00:00 UTC$/)
    expect(await reset.getAttribute('dateTime')).toMatch(/T00:00:00/)
  })

  it('a check has one day, in a keyword’s chart and table and in a report, wherever its reader is', async () => {
    const asOwner = await ownerOf(started.system)
    const body = newReport({ period: 'days7', parts: ['visibility', 'ranks'], timeZone: 'Pacific/Kiritimati' })
    const report = at(await asOwner('/api/op/reports.create', { params: { id: siteId }, body }), 'report', 'url')
    const said = new Set<string>()
    // At any time of the day one of the outer two has another date than UTC.
    for (const timezoneId of ['Pacific/Honolulu', 'Asia/Jakarta', 'Pacific/Kiritimati']) {
      const page = await inside({ ...deskLight, timezoneId })
      await open(page, addressOf(`${pages.keywords}?sort=-checked`))
      await page.locator('tbody tr[data-index] a').first().click()
      const sheet = page.getByRole('dialog').first()
      const [day = ''] = ((await sheet.getByRole('slider').getAttribute('aria-valuetext')) ?? '').split(':')
      await sheet.getByRole('tab', { name: 'Table' }).click()
      expect(await sheet.locator('tbody time').first().textContent()).toMatch(new RegExp(`^${day}, .* UTC$`))
      await open(page, String(report))
      const ends = page.getByRole('slider').first()
      expect(await ends.getAttribute('aria-valuetext')).toContain(`${day}:`)
      expect(await page.locator('main').innerText()).toMatch(new RegExp(`to ${day}`))
      // Without the time of day: that of the report itself is the moment of its reading.
      const days = (await page.locator('main time').allTextContents()).map((time) => time.split(', ')[0])
      said.add(`${day} ${days}`)
    }
    expect([...said]).toHaveLength(1)
  })

  it.each([
    ['en', '.', 'Cost per click'],
    ['id', ',', 'Biaya per klik'],
  ])(
    'amounts and figures have the signs of the language %s, and as many decimals in each row',
    async (language, sign, head) => {
      const page = await inside(deskLight, language)
      await open(page, addressOf(`${pages.keywords}?sort=-value`))
      await page.locator('tbody tr[data-index] a').first().click()
      const sheet = page.getByRole('dialog').first()
      await sheet.getByText(head).waitFor()
      const amount = sheet.getByText(/\$/)
      expect(await amount.first().innerText()).toMatch(new RegExp(`^US\\$\\d+\\${sign}\\d\\d$`))
      await open(page, `${addressOf(pages.research)}?around=coffee`)
      await page.locator('tbody tr[data-index]').first().waitFor()
      const costs = await page.evaluate<string[]>(`(() => {
      const at = [...document.querySelectorAll('thead th')].findIndex((each) => each.textContent.startsWith('CPC'))
      return [...document.querySelectorAll('tbody tr[data-index]')].map((row) => row.cells[at].textContent)
    })()`)
      const known = costs.filter((cost) => cost !== '–')
      expect(known.length).toBeGreaterThan(3)
      expect(known.filter((cost) => !new RegExp(`\\${sign}\\d\\d$`).test(cost))).toEqual([])
    },
  )

  it('how long ago something was keeps up with the time', async () => {
    const page = await inside()
    await page.clock.install()
    await open(page, pages.account)
    const now = page.locator('main time').filter({ hasText: 'just now' }).first()
    await now.waitFor()
    const moment = await now.getAttribute('dateTime')
    await page.clock.runFor('08:05')
    await page.locator(`main time[datetime="${moment}"]`).filter({ hasText: '8 min ago' }).first().waitFor()
  })

  it('a site that the account does not have has a page that says so, and nothing that could be done with it', async () => {
    const page = await inside()
    for (const address of [pages.site, pages.keywords, pages.analytics, pages.plans]) {
      await open(page, address.replace('$siteId', crypto.randomUUID()))
      await page.getByRole('heading', { name: 'Site not found', level: 1 }).waitFor()
      expect(await page.locator('main').getByRole('button').count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Keywords' }).count()).toBe(0)
    }
  })

  it('on paper a page has no menu and no buttons, its tables are whole, and its charts are black on white', async () => {
    const page = await inside({ ...deskLight, colorScheme: 'dark' })
    await open(page, addressOf(pages.ideas))
    const rows = page.locator('main tbody tr[data-index]')
    const all = Number(await page.locator('main table').getAttribute('aria-rowcount')) - 1
    expect(await rows.count()).toBeLessThan(all)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => rows.count()).toBe(all)
    await page.setViewportSize({ width: 720, height: 1_000 })
    await open(page, addressOf(pages.site))
    await page.getByRole('slider', { name: 'Visibility' }).waitFor()
    const seen = () =>
      page.evaluate<object>(`(() => {
      const isSeen = (each) => each.checkVisibility()
      const style = (selector) => getComputedStyle(document.querySelector(selector))
      return {
        menu: [...document.querySelectorAll('nav')].filter(isSeen).length,
        buttons: [...document.querySelectorAll('[class*="button"]')].filter(isSeen).map((each) => each.innerText),
        line: style('main svg polyline').stroke,
        paper: style('html').backgroundColor,
        isCut: document.documentElement.scrollWidth > innerWidth,
      }
    })()`)
    await expect
      .poll(seen)
      .toEqual({ menu: 0, buttons: [], line: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)', isCut: false })
    expect((await page.pdf()).byteLength).toBeGreaterThan(10_000)
  })

  it('an idea is listed once for each page, with its keywords, and says why in words', async () => {
    const page = await inside()
    await open(page, addressOf(pages.ideas))
    await page.emulateMedia({ media: 'print' })
    const columns = (place: number) =>
      page.locator(`main tbody tr[data-index] td:nth-child(${place})`).allTextContents()
    await expect.poll(async () => (await columns(1)).length).toBeGreaterThan(20)
    const titles = await columns(1)
    expect(new Set(titles).size).toBe(titles.length)
    const text = (await page.locator('main tbody').textContent()) ?? ''
    expect(text).toMatch(/Position \d+ on \d+ \w+ 2026/)
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}|https?:/)
  })

  it('a period is as many days in each chart of its page', async () => {
    const page = await inside()
    for (const days of [7, 30, 90, 365]) {
      await open(page, `${addressOf(pages.site)}?days=${days}`)
      await page.getByRole('slider', { name: 'On the results pages of your keywords' }).waitFor()
      const sliders = '[...document.querySelectorAll("[role=slider]")]'
      expect(await page.evaluate(`${sliders}.map((each) => each.ariaValueMax)`)).toEqual(
        Array(2).fill(String(days - 1)),
      )
    }
  })

  it('where colors are forced, each swatch has the color of its line or layer, and what is chosen has a frame', async () => {
    const page = await inside()
    await page.emulateMedia({ forcedColors: 'active' })
    for (const [address, kind] of [
      [pages.comparison, 'line'],
      [pages.site, 'layer'],
    ] as const) {
      await open(page, addressOf(address))
      if (kind === 'layer') await press(page, 'Positions')
      await page.locator(`svg [data-${kind}]`).first().waitFor()
      const colors = await page.evaluate<
        string[][]
      >(`[...document.querySelectorAll('main i[data-${kind}]')].map((swatch) => {
        const drawn = document.querySelector('svg [data-${kind}="' + swatch.dataset.${kind} + '"]')
        const of = getComputedStyle(drawn)
        return [getComputedStyle(swatch).backgroundColor, '${kind}' === 'line' ? of.color : of.fill]
      })`)
      expect(colors.filter(([swatch, drawn]) => swatch !== drawn)).toEqual([])
      expect(new Set(colors.flat()).size).toBe(colors.length)
    }
    const frame = await page
      .getByRole('button', { name: '7 days' })
      .evaluate((button) => Object(globalThis).getComputedStyle(button).outlineStyle)
    expect(frame).toBe('solid')
  })

  it('an axis names its dates in one way', async () => {
    const page = await inside()
    const dates = (label: string) =>
      page.getByRole('region', { name: label }).locator('svg').first().locator('text').allTextContents()
    for (const [days, form] of [
      [30, /^\d{1,2} [A-Z][a-z]+$/],
      [365, /^[A-Z][a-z]+ \d{4}$/],
    ] as const) {
      await open(page, `${addressOf(pages.site)}?days=${days}`)
      await page.getByRole('slider', { name: 'Visibility' }).waitFor()
      const named = async () => (await dates('Visibility')).filter((name) => /[A-Za-z]/.test(name))
      await expect.poll(async () => (await named()).length).toBeGreaterThan(1)
      for (const name of await named()) expect(name).toMatch(form)
    }
  })

  it('offline the banner promises nothing that needs a connection', async () => {
    const page = await inside()
    await open(page, addressOf(pages.keywords))
    await page.context().setOffline(true)
    await text(page, 'You are offline. Loaded data stays readable; other pages and changes need a connection.')
    await press(page, 'Add keywords')
    await type(page, 'Keywords, one per line', 'said offline')
    await press(page, 'Add one keyword')
    await text(page, 'cannot be reached')
  })
})
