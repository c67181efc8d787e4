import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text, type } from '../support/person.ts'
import { at, restClient } from '../support/system.ts'

describeInBrowser('the operator', () => {
  let started: SystemInBrowser
  let siteId: string
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  /** The demo's person on a page of the demo's site. */
  async function onPage(address: string): Promise<Page> {
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    await open(page, address.replace('$siteId', siteId))
    return page
  }
  const card = (page: Page, title: RegExp) => page.getByRole('region', { name: title }).first()

  it('leads from the overview to what needs a decision; a dismissed card disappears, and returns once that is undone', async () => {
    const page = await onPage(pages.site)
    await page.getByRole('link', { name: /^\d+ recommendations?$/ }).click()
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

  it('lets a rule act: it does so once, shows its evidence, and the action can be undone', async () => {
    const page = await onPage(pages.operator)
    await press(page, 'Automate: Just outside the top 10')
    await type(page, 'Maximum in 7 days', '1')
    await press(page, 'Automate')
    await page.getByText('acts: 0 of 1 in 7 days').or(page.getByText('acts: 1 of 1 in 7 days')).waitFor()
    const log = page.getByRole('region', { name: 'Log' })
    const undo = log.getByRole('button', { name: /^Undo: Refresh/ })
    // The decision is shown while it is carried out, and can be undone after that.
    const hasActed = async () => {
      await open(page, page.url())
      return (await page.getByText('acts: 1 of 1 in 7 days').isVisible()) && undo.isVisible()
    }
    await until('the rule to act', hasActed, undefined, 1_000)
    await log.getByText(/was put into the content plan for/).waitFor()
    await log.getByText(/^the rule, for /).waitFor()
    await undo.click()
    await log.getByText(/was put into the content plan for .*: undone$/).waitFor()
    await press(page, 'Stop automating: Just outside the top 10')
    await page.getByRole('button', { name: 'Automate: Just outside the top 10' }).waitFor()
  })

  it('checks the keywords of a card again: with one click, a look at the price, and another click', async () => {
    const page = await onPage(pages.operator)
    const rest = restClient(started.system.connection.baseUrl, started.system.connection.apiKey)
    const keyword = async () => at((await rest('GET', `/projects/${siteId}/keywords`)).body, 'keywords', 0)
    const before = await keyword()
    const keywordId = String(at(before, 'id'))
    const isCheckedAgain = async () => {
      const now = await keyword()
      const [{ status, at: endedAt }, { at: formerAt }] = [now, before].map((each) => Object(at(each, 'lastCheck')))
      return at(now, 'id') === keywordId && status === 'ok' && endedAt !== formerAt
    }
    // The rule finds what fails for days; here only its card is wanted.
    await page.route('**/api/op/advice.list', async (route) => {
      const response = await route.fetch()
      const answer = Object(await response.json())
      const [first] = answer.cards
      const title = { key: 'other', facts: {}, text: 'Checks of 1 keyword fail' }
      const failing = { ...first, id: 'failing', rule: 'checks_fail', title, action: null }
      await route.fulfill({ response, json: { ...answer, cards: [{ ...failing, keywordIds: [keywordId] }] } })
    })
    await page.reload()
    await card(page, /^Checks of 1 keyword fail/)
      .getByRole('button', { name: 'Check now' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Check now' })
    await dialog.getByText(/^1 results page will be fetched|^There is nothing to check/).waitFor()
    const again = dialog.getByRole('button', { name: 'Check anyway' })
    if (await again.isVisible()) await again.click()
    await dialog.getByRole('button', { name: 'Use 1 data refresh' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until('the check', isCheckedAgain, undefined, gentlyMs)
  })

  it('makes a key for the person’s own assistant, in a configuration to paste', async () => {
    const page = await onPage(pages.operator)
    await press(page, 'Create a key')
    await type(page, 'Name', 'my assistant')
    await press(page, 'Create key')
    await page.getByText('"mcpServers"').waitFor()
  })
})
