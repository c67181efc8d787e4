import { openDataFolder } from '@rts/local/system/data-folder'
import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text, type } from '../support/person.ts'

describeInBrowser('the operator', () => {
  let started: SystemInBrowser
  let siteId: string
  beforeAll(async () => {
    started = await startInBrowser()
    await started.system.fillDemo()
    siteId = openDataFolder(started.system.folder).readConnection()?.demoProjectId ?? ''
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  /** The demo's person on a page of the demo's site. */
  async function onPage(address: string): Promise<Page> {
    const { page } = await started.visit()
    const { demoPerson } = started.system.connection
    if (!demoPerson) throw new Error('a new system has a person')
    await signIn(page, demoPerson)
    await open(page, address.replace('$siteId', siteId))
    return page
  }
  const card = (page: Page, title: RegExp) => page.getByRole('region', { name: title }).first()

  it('leads from the overview to what needs a decision; a dismissed card is gone, and back once that is undone', async () => {
    const page = await onPage(pages.site)
    await page.getByRole('link', { name: /^Needs you: \d+$/ }).click()
    const refresh = card(page, /^Refresh \/moka-pot/)
    await refresh.getByText(/^“moka pot”, searched [\d,]+ times a month/).waitFor()
    await refresh
      .getByText(/^position 1[1-5]$/)
      .first()
      .waitFor()
    await refresh.getByRole('button', { name: 'Dismiss' }).click()
    await text(page, 'Dismissed: Refresh /moka-pot')
    await refresh.waitFor({ state: 'hidden' })
    await press(page, 'Undo')
    await refresh.waitFor()
  })

  it('lets a rule act: it does so once, says what it rested on, and the deed can be undone', async () => {
    const page = await onPage(pages.operator)
    await press(page, 'Let it: Just outside the top 10')
    await type(page, 'How often in 7 days, at most', '1')
    await press(page, 'Let it act')
    await page.getByText('acts: 0 of 1 in 7 days').or(page.getByText('acts: 1 of 1 in 7 days')).waitFor()
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText('acts: 1 of 1 in 7 days').count()
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toBe(1)
    const log = page.getByRole('region', { name: 'Log' })
    await log.getByText(/was put into the content plan for/).waitFor()
    await log.getByText(/^the rule, for /).waitFor()
    await log.getByRole('button', { name: /^Undo: Refresh/ }).click()
    await log.getByText(/was put into the content plan for .*: undone$/).waitFor()
    await press(page, 'Ask again: Just outside the top 10')
    await page.getByRole('button', { name: 'Let it: Just outside the top 10' }).waitFor()
  })

  it('makes a key for the person’s own assistant, in a configuration to paste', async () => {
    const page = await onPage(pages.operator)
    await press(page, 'Make a key for it')
    await type(page, 'Name', 'my assistant')
    await press(page, 'Create the key')
    await page.getByText('"mcpServers"').waitFor()
  })
})
