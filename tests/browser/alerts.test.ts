import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { open, press, signIn, text } from '../support/person.ts'

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
