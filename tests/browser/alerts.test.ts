import { deskLight, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { open, press, signIn, text } from '../support/person.ts'
import { signIn as ownerOf } from '../support/signed-in.ts'
import { at, restClient, type TestSystem } from '../support/system.ts'

describeInBrowser('Alerts', () => {
  let started: SystemInBrowser
  let address: string
  beforeAll(async () => {
    started = await startInBrowser()
    address = pages.alerts.replace('$siteId', await started.system.fillDemo())
  })
  afterAll(() => started?.remove())

  it('a person is asked once which emails they want, and changes it later', async () => {
    const { system, visit } = started
    const { page, faultsOf } = await visit()
    await signIn(page, system.owner)
    await open(page, address)
    await text(page, 'Do you want emails about this site?')
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'Only alerts')
    await page.getByText('Do you want emails about this site?').waitFor({ state: 'detached' })
    await open(page, address)
    expect(await page.getByText('Do you want emails about this site?').count()).toBe(0)
    const weekly = page.getByRole('checkbox', { name: /^Weekly summary/ })
    expect([await page.getByRole('checkbox', { name: /^Alerts/ }).isChecked(), await weekly.isChecked()]).toEqual([
      true,
      false,
    ])
    const stored = page.waitForResponse(/siteLetters\.get/)
    await weekly.check()
    await stored
    await open(page, address)
    expect(await weekly.isChecked()).toBe(true)
  })

  it('rules say how often they would have spoken before they are saved, at every width', async () => {
    const { system, visit } = started
    const { page, faultsOf } = await visit()
    await signIn(page, system.owner)
    await open(page, address)
    await text(page, 'In the last 30 days:')
    const rule = page.getByRole('row', { name: /^A keyword leaves the first places/ })
    const threshold = page.getByLabel('Threshold: A keyword leaves the first places')
    await threshold.fill('3')
    const save = page.getByRole('region', { name: 'Rules' }).getByRole('button', { name: 'Save' })
    await save.click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await open(page, address)
    expect(await threshold.inputValue()).toBe('3')
    await rule.getByRole('checkbox').uncheck()
    await rule.getByText('–').waitFor()
    expect(await faultsOf(page)).toEqual([])
    for (const width of widths) expect(await layoutFaults(page, width)).toEqual([])
  })

  it('the first page shows what was raised about all sites, also in Indonesian, and marks what is new', async () => {
    const { system, visit } = started
    await raiseOn(system, 'alerted.example')
    const { page, faultsOf } = await visit()
    await signIn(page, system.owner)
    await open(page, pages.home)
    const raised = page.getByRole('region', { name: 'Alerts', exact: true })
    await raised.getByRole('link', { name: /left the top 10: from 3 to not found/ }).waitFor()
    expect(await raised.getByText('new', { exact: true }).count()).toBe(0)
    for (const width of widths) expect(await layoutFaults(page, width)).toEqual([])
    for (const { width, height, colorScheme } of [phoneDark, deskLight]) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      expect([width, await faultsOf(page)]).toEqual([width, []])
    }
    // As if it had been raised after the last visit.
    await page.evaluate(`for (const key of Object.keys(localStorage))
      if (key.startsWith('alerts ')) localStorage.setItem(key, '2026-01-01T00:00:00.000Z')`)
    await page.context().addCookies([{ name: 'language', value: 'id', url: system.connection.appUrl }])
    await open(page, pages.home)
    const inIndonesian = page.getByRole('region', { name: 'Peringatan', exact: true })
    await inIndonesian.getByText('baru', { exact: true }).waitFor()
    await inIndonesian.getByRole('link', { name: 'alerted.example' }).click()
    await page.waitForURL(/\/alerts$/)
  })

  it('by keyboard alone: a rule is turned on, and the channels of the site too', async () => {
    const { system, visit } = started
    const { page } = await visit()
    await signIn(page, system.owner)
    await open(page, address)
    await page.getByRole('tab', { name: 'For my emails' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const channels = page.getByRole('checkbox', { name: /^Send alerts to the channels/ })
    await channels.focus()
    const stored = page.waitForResponse(/alertSettings\.get/)
    await page.keyboard.press('Space')
    await stored
    await open(page, address)
    await page.getByRole('tab', { name: 'For the channels' }).click()
    await expect.poll(() => channels.isChecked()).toBe(true)
  })
})

/** Has a keyword of a new site at the third place for a week, and then twice behind and twice nowhere: an alert of its owner. */
async function raiseOn(system: TestSystem, domain: string): Promise<void> {
  const { baseUrl, apiKey, sandboxUrl } = system.connection
  const rest = restClient(baseUrl, apiKey)
  const asOwner = await ownerOf(system)
  const keyword = `kettle ${crypto.randomUUID()}`
  const organic = Array.from({ length: 9 }, (_, n) => `https://shop-${n}.example/`)
  const shown = await fetch(`${sandboxUrl}/control/serp`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword, organic }),
  })
  expect(shown.ok).toBe(true)
  const params = { id: String(at((await rest('POST', '/projects', { name: domain, domain })).body, 'project', 'id')) }
  const checks = async (keywordId: string) =>
    Object((await rest('GET', `/projects/${params.id}/keywords/${keywordId}/history`)).body).history.length
  const checked = (keywordId: string, count: number) =>
    until(`${count} checks`, async () => (await checks(keywordId)) >= count, 60_000, 500)

  const { body } = await rest('POST', `/projects/${params.id}/keywords`, { keyword })
  const keywordId = String(at(body, 'keyword', 'id'))
  await checked(keywordId, 1)
  const past = [...[7, 6, 5, 4, 3, 2].map((days) => [days, 3]), [1, 45], [0.98, 45]]
  for (const [days = 0, position] of past) {
    const updated = new Date(Date.now() - days * 86_400_000).toISOString()
    const row = `1, ${keyword}, ${position}, https://${domain}/, United States, -, desktop, ${updated}, ${updated}, a`
    const text = `ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags\r\n${row}`
    await asOwner('/api/op/keywords.import', { body: { from: 'serpbear', domain, siteId: params.id, text } })
  }
  await asOwner('/api/op/siteLetters.update', { params, body: { alerts: true } })
  await asOwner('/api/op/checks.run', { params, body: { keywordIds: 'all', again: true } })
  await checked(keywordId, past.length + 2)
  await until(
    'the alert',
    async () => {
      // A change of rules has the site looked at again; news are since the change of one's own.
      await asOwner('/api/op/alertSettings.update', { params, body: { audience: 'channels', rules: [] } })
      return Number(at(await asOwner('/api/op/alerts.list', { params: {} }), 'total')) > 0
    },
    60_000,
    2_000,
  )
}
