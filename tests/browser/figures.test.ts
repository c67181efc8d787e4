import { deskLight, type Page, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, press, signIn, text } from '../support/person.ts'
import { cell, column, figure, type Read, said, words } from '../support/read-page.ts'
import { at, restClient } from '../support/system.ts'

/** Where a figure is shown: a page, and how it is read there. */
type Place = readonly [address: string, read: Read]
const notThere = 'not there'
type Shown = { name: string; keyword: string }

/** Every figure of a site that two pages show: on each of these places it is the same. */
const figuresOf = ({ name, keyword }: Shown): Record<string, readonly Place[]> => ({
  ...Object.fromEntries(
    (
      [
        ['Visibility', figure('Visibility')],
        ['Top 3', figure('Top 3')],
        ['Top 10', figure('Top 10')],
        ['Up', words(/Rose ([\d,]+)/)],
        ['Down', words(/Fell ([\d,]+)/)],
      ] as const
    ).map(([head, onOverview]) => [
      head,
      [
        [pages.home, column(name, head)],
        [pages.site, onOverview],
        [pages.keywords, figure(head)],
      ],
    ]),
  ),
  keywords: [
    [pages.home, column(name, 'Keywords')],
    [pages.keywords, words(/([\d,]+) keywords?\b/)],
    [pages.comparison, words(/([\d,]+) compared keywords?\b/)],
  ],
  'top 3 today': [
    [pages.site, figure('Top 3')],
    [pages.analytics, figure('Top 3 at the end')],
  ],
  'top 10 today': [
    [pages.site, figure('Top 10')],
    [pages.analytics, figure('Top 10 at the end')],
  ],
  position: [
    [pages.keywords, column(keyword, 'Position')],
    [`${pages.comparison}?sort=you`, column(keyword, 'You')],
  ],
  recommendations: [
    [pages.site, words(/(\d+) recommendations?\b/)],
    [pages.operator, words(/(\d+) recommendations?\b/)],
  ],
  'data refreshes left': [
    [pages.site, refreshesLeft],
    [pages.usage, words(/Data refreshes\s+([\d,]+ of [\d,]+)/, left)],
  ],
  'pages of the audit': [
    [pages.issues, figure('Pages read')],
    [pages.analytics, audited],
  ],
})

/** Figures of the account. */
const accountFigures: Record<string, readonly Place[]> = {
  ...Object.fromEntries(
    (
      [
        ['Sites', /([\d,]+) sites/],
        ['Keywords', /([\d,]+) keywords/],
        ['API calls per day', /([\d,]+) API calls per day/],
        ['Data refreshes per day', /([\d,]+) data refreshes per day/],
        ['Competitors per site', /([\d,]+) competitors per site/],
        ['AI prompts', /([\d,]+) AI prompts/],
        ['Pages per audit', /([\d,]+) pages per audit/],
        ['People', /([\d,]+) people/],
      ] as const
    ).map(([limit, pattern]) => [
      limit,
      [
        [pages.account, column(limit, 'Maximum')],
        [pages.prices, inCard('Growth', pattern)],
      ],
    ]),
  ),
}

/** The remainder of a text like “3 of 100”. */
function left(used: string): string {
  const [count = 0, limit = 0] = used.replaceAll(',', '').split(' of ').map(Number)
  return (limit - count).toLocaleString('en')
}

/** The number that the dialog allows today. */
async function refreshesLeft(page: Page): Promise<string | undefined> {
  await press(page, 'Check now')
  await text(page, 'left today')
  const found = await said(page, /You have ([\d,]+) data refresh/)
  await page.keyboard.press('Escape')
  return found
}

/** The pages of the last audit, in the table of all of them. */
async function audited(page: Page): Promise<string | undefined> {
  const table = page.getByRole('region', { name: 'On-page issues' }).getByRole('tab', { name: 'Table' })
  if ((await table.count()) === 0) return undefined
  await table.click()
  return cell(page, null, 'Pages')
}

function inCard(plan: string, pattern: RegExp): Read {
  return async (page) => {
    const card = page.getByRole('region', { name: plan, exact: true })
    return (await card.getByRole('listitem').allTextContents()).map((line) => pattern.exec(line)?.[1]).find(Boolean)
  }
}

describeInBrowser('a figure that two pages show', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  beforeAll(async () => {
    started = await startInBrowser()
    visitor = await started.visit(deskLight)
    await signIn(visitor.page, started.system.owner)
  })
  afterAll(() => started?.remove())

  /** Each figure as each place shows it, page after page. */
  async function readAll(figures: Record<string, readonly Place[]>, siteId = '') {
    const found = Object.fromEntries(Object.keys(figures).map((name): [string, Record<string, unknown>] => [name, {}]))
    const addresses = new Set(Object.values(figures).flatMap((places) => places.map(([address]) => address)))
    for (const address of addresses) {
      await open(visitor.page, address.replace('$siteId', siteId))
      for (const [name, places] of Object.entries(figures))
        for (const [where, read] of places)
          if (where === address) Object.assign(found[name] ?? {}, { [address]: (await read(visitor.page)) ?? notThere })
    }
    return found
  }

  /** Fails with every figure that differs, and where. One that changes while pages are read is looked at again. */
  async function expectSame(figures: Record<string, readonly Place[]>, siteId = '', mayLack: readonly string[] = []) {
    const found = await readAll(figures, siteId)
    const isDiffering = (name: string) => {
      const said = Object.values(found[name] ?? {})
      const values = new Set(said.filter((value) => !mayLack.includes(name) || value !== notThere))
      return values.size > 1 || values.has(notThere)
    }
    const differing = <Of>(of: Record<string, Of>) =>
      Object.fromEntries(Object.entries(of).filter(([name]) => isDiffering(name)))
    const lookAgain = async () => {
      Object.assign(found, await readAll(differing(figures), siteId))
      return differing(found)
    }
    await expect.poll(lookAgain).toEqual({})
    return found
  }

  it('is the same on all of them, of a site with a year of history', async () => {
    const siteId = await started.system.fillDemo()
    // The audit of the demo site is read to its end first.
    await until('the audit to end', async () => {
      await open(visitor.page, pages.analytics.replace('$siteId', siteId))
      return (await audited(visitor.page)) !== undefined
    })
    await open(visitor.page, pages.keywords.replace('$siteId', siteId))
    const keyword = (await visitor.page.locator('tbody tr[data-index] a').first().textContent()) ?? ''
    await expectSame(figuresOf({ name: 'Demo', keyword }), siteId)
  })

  it('is the same of a site with its first checks, and a dash where nothing is known yet', async () => {
    const { connection } = started.system
    const rest = restClient(connection.baseUrl, connection.apiKey)
    const siteId = at((await rest('POST', '/projects', { name: 'Fresh', domain: 'peets.com' })).body, 'project', 'id')
    for (const keyword of ['coffee', 'nothing that is found'])
      await rest('POST', `/projects/${siteId}/keywords`, { keyword })
    const areChecked = async () => {
      const { body } = await rest('GET', `/projects/${siteId}/overview`)
      return [0, 1].every((row) => at(body, 'keywords', row, 'checkedAt') !== null)
    }
    await until('both to be checked', areChecked, undefined, gentlyMs)
    // The first steps of a fresh site stand above the table of sites, which draws the rows in sight.
    await open(visitor.page, pages.home)
    await press(visitor.page, 'Hide')
    const mayLack = ['recommendations', 'pages of the audit']
    const found = await expectSame(figuresOf({ name: 'Fresh', keyword: 'coffee' }), String(siteId), mayLack)
    expect(found['pages of the audit']).toMatchObject({ [pages.issues]: '–' })
    await open(visitor.page, pages.analytics.replace('$siteId', String(siteId)))
    const before = () => visitor.page.getByText(/^was/).allTextContents()
    await expect.poll(async () => (await before()).length).toBeGreaterThanOrEqual(4)
    expect(new Set(await before())).toEqual(new Set(['was –']))
  })

  it('is the same of the account and its plan', async () => {
    await expectSame(accountFigures)
  })
})
