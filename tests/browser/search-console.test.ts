import { readFile } from 'node:fs/promises'
import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text } from '../support/person.ts'
import { at, restClient } from '../support/system.ts'

describeInBrowser('the connection to the search console', () => {
  let started: SystemInBrowser
  let siteId: string
  let address: string
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
    address = pages.searchConsole.replace('$siteId', siteId)
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  async function atTheSite(): Promise<Page> {
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    await open(page, address)
    return page
  }
  /** Goes to Google's page, does something there, and comes back. */
  async function atGoogle(page: Page, answer: 'Continue' | 'Cancel', before = async () => {}) {
    await press(page, 'Connect Google')
    await page.waitForURL(({ origin }) => origin !== started.system.connection.appUrl)
    await before()
    await press(page, answer)
    await page.waitForURL(`**${address}*`)
  }

  it('analytics shows what our own checks say without it, and says what is missing; all charts point at one day', async () => {
    const page = await atTheSite()
    await open(page, address.replace('search-console', 'analytics'))
    await text(page, 'Google Search Console is not connected')
    const [visibility, share] = ['Visibility', 'Share of voice'].map((name) => page.getByRole('slider', { name }))
    const dayOf = async (chart = visibility) => (await chart?.getAttribute('aria-valuetext'))?.split(':')[0]
    const today = await dayOf()
    await visibility?.press('ArrowLeft')
    await expect.poll(() => dayOf()).not.toBe(today)
    await expect.poll(() => dayOf(share)).toBe(await dayOf())
    await page.getByRole('link', { name: 'Connect Google' }).click()
    await page.waitForURL(`**${address}`)
  })

  it('a person who denies it, or unticks the search console, sees what that means and may try again', async () => {
    const page = await atTheSite()
    await atGoogle(page, 'Cancel')
    await text(page, 'You denied access')
    await atGoogle(page, 'Continue', () => page.getByLabel(/Search Console data/).uncheck())
    await text(page, 'Search Console was not ticked')
    await page.getByRole('button', { name: 'Connect Google' }).waitFor()
  })

  it('a person connects, chooses the property, chooses another, and disconnects', async () => {
    const page = await atTheSite()
    await atGoogle(page, 'Continue')
    await text(page, 'Google is connected')
    await press(page, 'Use this property')
    await page.getByRole('heading', { name: 'sc-domain:demo.sandbox.example' }).waitFor()
    await press(page, 'Select another property')
    await page.getByLabel('https://demo.sandbox.example/').check()
    await press(page, 'Use this property')
    await page.getByRole('heading', { name: 'https://demo.sandbox.example/' }).waitFor()
    await page.getByRole('table', { name: 'Queries' }).waitFor()
    await press(page, '7 days')
    await page.waitForURL('**days=7')
    await page.getByRole('table', { name: 'Queries' }).waitFor()
    const { baseUrl, apiKey } = started.system.connection
    const rest = restClient(baseUrl, apiKey)
    const firstQuery = async () => {
      const { body } = await rest('GET', `/projects/${siteId}/google?days=7`)
      expect(at(body, 'connected')).toBe(true)
      return at(body, 'queries', 0, 'query')
    }
    const first = await until('the first query', firstQuery, undefined, gentlyMs)
    // The rows of the longer period stay until those of the week come.
    const shown = page.getByRole('table', { name: 'Queries' }).locator('tbody td').nth(1)
    await expect.poll(() => shown.textContent()).toBe(first)
    await open(page, pages.googleConnection)
    await press(page, 'Disconnect Google')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect Google' }).click()
    await page.getByRole('button', { name: 'Connect Google' }).waitFor()
  })

  it('a permission that is taken back at Google shows as broken, what was read stays, and it is connected again', async () => {
    const page = await atTheSite()
    await atGoogle(page, 'Continue')
    await press(page, 'Use this property')
    const table = page.getByRole('table', { name: 'Queries' })
    await table.waitFor()
    const control = `${started.system.connection.sandboxUrl}/control/google`
    const body = JSON.stringify({ withdraw: 'ann@sandbox.example' })
    await fetch(control, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
    await until('the page knows', async () => {
      await open(page, `${address}?days=90`)
      return (await page.getByText('Google revoked access').count()) > 0
    })
    await open(page, address)
    await table.waitFor()
    await atGoogle(page, 'Continue')
    await text(page, 'Google is connected')
  })

  it('analytics asks six questions at most, and compares clicks with those of the period before, by day and by page', async () => {
    const page = await atTheSite()
    // A test before this one may have connected the account already.
    if ((await page.getByRole('button', { name: 'Connect Google' }).count()) > 0) {
      await atGoogle(page, 'Continue')
      await press(page, 'Use this property')
    }
    await page.getByRole('table', { name: 'Queries' }).waitFor()
    // As long as data is being fetched, a page asks again and again.
    await open(page, address.replace('search-console', 'analytics'))
    const clicks = page.getByRole('slider', { name: 'Clicks' })
    await clicks.waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      // The frame around every page asks for the account and its usage.
      if (/\/api\/op\/(?!accounts\.get|usage\.get)/.test(request.url())) asked.push(request.url())
    })
    await open(page, address.replace('search-console', 'analytics'))
    await clicks.press('Home')
    await expect.poll(() => clicks.getAttribute('aria-valuetext')).toMatch(/: clicks \d+, 28 days earlier \d+/)
    expect(asked.length).toBeLessThanOrEqual(6)
    await page.getByRole('tablist', { name: 'Show clicks as' }).getByRole('tab', { name: 'Table' }).click()
    const clicksByDay = page.getByRole('tabpanel').filter({ has: page.getByRole('table', { name: 'clicks' }) })
    const downloading = page.waitForEvent('download')
    await clicksByDay.getByRole('button', { name: 'CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file.split('\r\n')[0]).toBe('\uFEFFDay (Pacific Time),Clicks,28 days earlier')
    const byPage = page.getByRole('table', { name: 'pages' })
    // Rows are drawn once they are near the screen.
    await byPage.scrollIntoViewIfNeeded()
    const firstPage = byPage.locator('tbody tr[data-index]').first()
    expect(await firstPage.textContent()).toMatch(/^https:\/\/demo\.sandbox\.example\/\S*?\d/)
    await page.getByRole('tab', { name: 'Queries' }).click()
    await page.getByRole('table', { name: 'queries' }).waitFor()
    await press(page, '3 months')
    await text(page, '91 days earlier')
  })
})
