import { readFile } from 'node:fs/promises'
import { deskLight, type Page, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { inTime, open, press, signIn, sortBy, text, type } from '../support/person.ts'
import { at, restClient } from '../support/system.ts'

describeInBrowser('long lists', () => {
  let started: SystemInBrowser
  let siteId: string
  let visitor: Visitor
  let page: Page
  /** Somebody whose clock can stand still. */
  let patient: Visitor
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
    visitor = await started.visit()
    patient = await started.visit()
    page = visitor.page
    for (const each of [page, patient.page]) await signIn(each, started.system.owner)
  })
  afterEach(() => page.setViewportSize(deskLight))
  afterAll(() => started?.remove())

  const addressOf = (address: string) => address.replace('$siteId', siteId)
  const row = (index: number, of = page) => of.locator(`tbody tr[data-index="${index}"]`)
  /** The texts of the drawn rows in a column, counted from 1. */
  const column = (place: number, of = page) =>
    of.locator(`tbody tr[data-index] td:nth-child(${place})`).allTextContents()
  const noFaults = async ({ page, faultsOf } = visitor) => expect(await faultsOf(page)).toEqual([])
  /** All rows of a list are there, and no more are being fetched. */
  async function whole(of = page) {
    await row(0, of).waitFor()
    await of.getByText('Fetching data…').first().waitFor({ state: 'detached' })
  }

  it.each([pages.gap, pages.planner, pages.backlinks, pages.ideas, pages.aiVisibility])(
    '%s asks no more than six times before it shows its rows',
    async (address) => {
      // As long as data is being fetched, it asks again and again.
      await open(page, addressOf(address))
      await whole()
      const calls: string[] = []
      const listen = (request: { url(): string }) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) calls.push(pathname)
      }
      page.on('request', listen)
      await open(page, addressOf(address))
      await row(0).waitFor()
      page.off('request', listen)
      expect(calls.length).toBeLessThanOrEqual(6)
      expect(new Set(calls).size).toBe(calls.length)
    },
  )

  it('gap: each kind has its address, each rival its column, and what is missing is tracked one by one or in bulk', async () => {
    await open(page, addressOf(pages.gap))
    await whole()
    const [first = '', second = '', third = ''] = await column(2)
    await press(page, `Track ${first}`)
    await row(0).getByText('Tracked', { exact: true }).waitFor()
    for (const index of [1, 2]) await row(index).getByRole('checkbox').check()
    await press(page, 'Track 2')
    await text(page, '2 keywords are now tracked')
    await page.getByRole('button', { name: /^Weak/ }).click()
    await page.waitForURL(/kind=weak/)
    await sortBy(page, 'rival-one.example')
    await page.waitForURL(/sort=/)
    const places = (await column(4)).map((place) => Number(place) || 1e9)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    const downloading = page.waitForEvent('download')
    await press(page, 'CSV')
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file.split('\r\n')[0]).toContain('You,You: found,rival-one.example,rival-one.example: found,')
    await open(page, `${addressOf(pages.keywords)}?sort=keyword`)
    for (const phrase of [first, second, third]) {
      await page.getByLabel('Filter keywords').fill(phrase)
      await page.getByRole('link', { name: phrase, exact: true }).waitFor()
    }
  })

  it('planner: groups stand together as long as their column is shown, around a phrase of the address', async () => {
    await open(page, addressOf(pages.planner))
    await type(page, 'Keyword', 'moka pot')
    await press(page, 'Search')
    await page.waitForURL(/around=moka/)
    await page.getByRole('region', { name: 'Around “moka pot”' }).waitFor()
    await whole()
    await row(15).waitFor()
    const groups = (await column(3)).filter((name) => name !== '')
    const begun = groups.filter((name, i) => name !== groups[i - 1])
    expect(begun).toEqual([...new Set(groups)])
    await press(page, 'Columns')
    await page.getByRole('checkbox', { name: 'Group' }).uncheck()
    await press(page, 'Columns')
    const last = await page.locator('thead th').count()
    const opportunities = (await column(last - 1)).map((figure) => (figure === '–' ? -1 : Number(figure)))
    expect(opportunities).toEqual(opportunities.toSorted((one, other) => other - one))
  })

  it('backlinks: hosts of selected links are disavowed after one question, and taken off the list unless that is undone', async () => {
    const { page } = patient
    await open(page, addressOf(pages.backlinks))
    // Rows that still arrive change which one is the first.
    await whole(page)
    await page.getByRole('group', { name: 'Review' }).getByRole('button', { name: 'Disavow' }).click()
    await page.waitForURL(/review=disavow/)
    await expect.poll(async () => new Set(await column(7, page))).toEqual(new Set(['Disavow']))
    const host = new URL(`https://${(await column(2, page))[0]}`).host
    await row(0, page).getByRole('checkbox').check()
    await press(page, 'Disavow 1 host')
    await text(page, 'We send nothing to Google')
    await noFaults(patient)
    await page.getByRole('dialog').getByRole('button', { name: 'Disavow', exact: true }).click()
    await page.getByText('disavowed', { exact: true }).first().waitFor()
    await press(page, 'Disavowed hosts')
    const listed = page.getByRole('cell', { name: host, exact: true })
    await listed.waitFor()
    const takeOff = async () => {
      await row(0, page).getByRole('checkbox').check()
      await press(page, 'Remove from list')
      await listed.waitFor({ state: 'detached' })
    }
    await inTime(page, async () => {
      await takeOff()
      await press(page, 'Undo')
      await listed.waitFor()
    })
    // It is sent when the page is left, and done a moment later; if a busy service refuses it, no page is there to say so.
    await until('the host to be off the list', async () => {
      if (await listed.isVisible()) await takeOff()
      await open(page, page.url())
      return page.getByText('No hosts are disavowed').isVisible()
    })
  })

  it('ideas: one is opened for its reasons, and planned for a month', async () => {
    await open(page, addressOf(pages.ideas))
    await row(0).click()
    await page.waitForURL(/open=/)
    await page.getByRole('dialog').waitFor()
    await noFaults()
    await press(page, 'Add to plan')
    await text(page, 'Planned for')
    await page.getByRole('link', { name: 'See plan' }).click()
    await page.waitForURL(/\/plans\?open=/)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete plan' }).waitFor()
  })

  it('AI visibility: a suggested question becomes a prompt with one click, and one that is dismissed stays away', async () => {
    await open(page, addressOf(pages.aiVisibility))
    const suggested = page.getByRole('table', { name: 'Suggested prompts' }).locator('tbody tr td:first-child')
    await suggested.nth(1).waitFor()
    const [first = '', second = ''] = await suggested.allTextContents()
    await press(page, `Track it: ${first}`)
    await page.getByRole('table', { name: 'prompts', exact: true }).getByText(first).waitFor()
    const left = async () => {
      await open(page, addressOf(pages.aiVisibility))
      await suggested.first().waitFor()
      return suggested.allTextContents()
    }
    // It is sent when the page is left, and done a moment later; if a busy service refuses it, no page is there to say so.
    await until('the question to stay away', async () => {
      if (!(await suggested.allTextContents()).includes(second)) return true
      await press(page, `Dismiss: ${second}`)
      await text(page, 'The question was dismissed')
      return !(await left()).includes(second)
    })
    expect(await left()).not.toContain(first)
  })

  it('AI visibility: a prompt shows its answers with what they cite; it is paused, resumed, and deleted', async () => {
    const { page } = patient
    await open(page, addressOf(pages.aiVisibility))
    const prompt = 'What is the best decaf coffee?'
    const rowOfIt = page.locator('tbody tr[data-index]').filter({ hasText: prompt })
    await rowOfIt.click()
    const sheet = page.getByRole('dialog', { name: prompt })
    await sheet.getByRole('listitem').first().waitFor()
    await noFaults(patient)
    await press(page, 'Pause')
    await press(page, 'Resume')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await inTime(page, async () => {
      await press(page, 'Delete')
      await rowOfIt.waitFor({ state: 'detached' })
      // The sheet over the page goes away.
      await page.clock.runFor(1_000)
      await press(page, 'Undo')
      await page.clock.runFor(1_000)
      await rowOfIt.waitFor()
    })
  })

  it('on a phone rows are selected by touch, and what can be done with them is there', async () => {
    const { page } = patient
    await page.setViewportSize(phoneDark)
    await open(page, `${addressOf(pages.keywords)}?q=moka`)
    await press(page, 'Select')
    const phrases = await Promise.all([0, 1].map((index) => row(index, page).locator('a').textContent()))
    for (const index of [0, 1]) await row(index, page).locator('a').click()
    await text(page, '2 selected')
    // At the end, where nothing that sticks to the screen covers a row in part.
    await page.evaluate('scrollTo(0, 1e6)')
    await noFaults(patient)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press(page, 'Delete')
    for (const phrase of phrases)
      await page.getByRole('link', { name: phrase ?? '', exact: true }).waitFor({ state: 'detached' })
    await press(page, 'Undo')
    await page.getByRole('link', { name: phrases[0] ?? '', exact: true }).waitFor()
    await press(page, 'Done')
    await row(0, page).locator('a').click()
    await page.getByRole('dialog').waitFor()
  })

  it('positions: the scale is chosen, rivals are named at their lines, and a touch tells one from the others', async () => {
    await open(page, addressOf(pages.keywords))
    await row(4).locator('a').click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('slider').waitFor()
    for (const box of await sheet.getByRole('checkbox').all()) await box.check()
    const chart = sheet.locator('svg[aria-hidden]').last()
    await chart.getByText('rival-one.example').hover()
    await expect.poll(() => chart.locator('[data-dim="true"]').count()).toBe(3)
    await press(page, 'Linear')
    await chart.getByText('rival-one.example').waitFor()
    await noFaults()
    await page.setViewportSize(phoneDark)
    const chip = sheet.getByRole('button', { name: 'rival-one.example' })
    await chip.click()
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    await noFaults()
  })

  it('positions: a single check is a dot with its value and day, and says when the next one is', async () => {
    const { baseUrl, apiKey } = started.system.connection
    const rest = restClient(baseUrl, apiKey)
    const { body } = await rest('POST', '/projects', { name: 'Peets', domain: 'peets.com' })
    const site = String(at(body, 'project', 'id'))
    const added = await rest('POST', `/projects/${site}/keywords`, { keyword: 'coffee' })
    const keyword = String(at(added.body, 'keyword', 'id'))
    const isChecked = async () => {
      const history = await rest('GET', `/projects/${site}/keywords/${keyword}/history`)
      return at(history.body, 'total') === 1
    }
    await until('its check', isChecked, undefined, gentlyMs)
    await open(page, `${pages.keywords.replace('$siteId', site)}?open=${keyword}`)
    const sheet = page.getByRole('dialog', { name: 'coffee' })
    const said = String(await sheet.getByRole('slider').getAttribute('aria-valuetext'))
    const [, day, position] = /^(.+): position (\d+)/.exec(said) ?? []
    await sheet.locator('svg').getByText(`${position} · ${day}`).waitFor()
    await text(page, 'Next check')
    await noFaults()
  })
})
