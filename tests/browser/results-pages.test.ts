import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { open, signIn, text } from '../support/person.ts'

const phrase = `results page of ${crypto.randomUUID().slice(0, 8)}`
const domain = 'our-shop.example'
const before = ['https://one.example/', `https://${domain}/tea`, 'https://two.example/', 'https://three.example/']
const after = ['https://one.example/', 'https://new.example/', 'https://three.example/', `https://${domain}/tea`]

describeInBrowser('the results page of a keyword', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  let siteId: string
  let keywordId: string
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = (await api<{ project: { id: string } }>('/projects', { name: 'Our shop', domain })).project.id
    await show(phrase, {
      organic: before,
      snippet: before[0],
      overview: [`https://${domain}/tea`, 'https://two.example/'],
    })
    await show(`${phrase} plain`, { organic: before, snippet: null, overview: null })
    keywordId = await track(phrase)
    await track(`${phrase} plain`)
    visitor = await started.visit()
    await signIn(visitor.page, started.system.owner)
  })
  afterAll(() => started?.remove())

  async function api<A>(path: string, body: object): Promise<A> {
    const { baseUrl, apiKey } = started.system.connection
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    // safe because the service checks its own answers
    return (await answer.json()) as A
  }
  /** Sets the results page of a phrase. */
  async function show(keyword: string, page: object) {
    const answer = await fetch(`${started.system.connection.sandboxUrl}/control/serp`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keyword, ...page }),
    })
    expect(answer.status).toBe(200)
  }
  async function track(keyword: string): Promise<string> {
    return (await api<{ keyword: { id: string } }>(`/projects/${siteId}/keywords`, { keyword })).keyword.id
  }
  const addressOf = (page: string) => page.replace('$siteId', siteId).replace('$keywordId', keywordId)
  const keywordRows = () => visitor.page.locator('tbody tr[data-index] a').allTextContents()

  it('of its first day is a point and a bar in the charts, and no slope from days without a check', async () => {
    const { page } = visitor
    await open(page, addressOf(pages.site))
    const points = page.getByRole('region', { name: 'Visibility' }).locator('circle')
    await points.first().waitFor()
    expect(await points.count()).toBe(1)
    await page.getByRole('button', { name: 'Positions' }).click()
    const layers = page.locator('path[data-layer]')
    // A path is no box that can be seen.
    await layers.first().waitFor({ state: 'attached' })
    const widths = await layers.evaluateAll((all) => all.map((each) => Math.round(Object(each).getBBox().width)))
    expect(new Set(widths)).toEqual(new Set([24]))
  })

  it('has each result with its place, the site marked, and whom its AI overview cites', async () => {
    const { page, faultsOf } = visitor
    await open(page, addressOf(pages.keywords))
    await page.getByRole('link', { name: phrase, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: phrase })
    await sheet.getByText('cites you').waitFor()
    await sheet.getByRole('tab', { name: 'Results page' }).click()
    const rows = sheet.getByRole('table', { name: 'results' }).locator('tbody tr')
    const textOf = async (row: string) =>
      (await rows.filter({ hasText: row }).allTextContents()).map((each) => each.trim())
    await rows.first().waitFor()
    expect(await rows.count()).toBe(7)
    expect(await textOf(`${domain}/tea`)).toEqual([
      expect.stringMatching(/you.*AI overview$/),
      expect.stringMatching(/you.*2$/),
    ])
    expect(await textOf('Featured snippet')).toEqual([expect.stringContaining('one.example')])
    expect(await faultsOf(page)).toEqual([])
    for (const width of widths.toReversed()) expect(await layoutFaults(page, width)).toEqual([])
    await page.setViewportSize(deskLight)
  })

  it('of two dates says who came and who went', async () => {
    const { page, faultsOf } = visitor
    await show(phrase, { organic: after, snippet: null, overview: ['https://one.example/'] })
    await open(page, addressOf(pages.keyword))
    await page.getByRole('button', { name: 'Check now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Check now' })
    const anyway = dialog.getByRole('button', { name: 'Check anyway' })
    await anyway.click()
    await dialog.getByRole('button', { name: 'Use 1 data refresh' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Results page' }).click()
    const other = page.getByLabel('Compare with')
    await other.waitFor()
    await other.selectOption({ index: 1 })
    await text(page, '1 came · 1 went · 2 moved')
    const changes = page.getByRole('table', { name: 'changes of the results page' }).locator('tbody tr')
    expect((await changes.allTextContents()).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/new\.example.*Came.*–.*2/),
      expect.stringMatching(/two\.example.*Went.*3.*–/),
      expect.stringMatching(/three\.example/),
      expect.stringMatching(/our-shop\.example.*you.*2.*4/),
    ])
    expect(await faultsOf(page)).toEqual([])
    for (const width of widths.toReversed()) expect(await layoutFaults(page, width)).toEqual([])
    await page.setViewportSize(deskLight)
  })

  it('chooses the keywords of the table: those with an AI overview, in its address', async () => {
    const { page } = visitor
    await open(page, addressOf(pages.keywords))
    expect(await keywordRows()).toHaveLength(2)
    await page.getByRole('button', { name: 'AI overview 1' }).click()
    await page.waitForURL(/only=ai/)
    await expect.poll(keywordRows).toEqual([phrase])
    await page.reload()
    await expect.poll(keywordRows).toEqual([phrase])
    await page.getByRole('button', { name: 'AI cites you 0' }).click()
    await text(page, 'No keywords match')
  })

  it('of the site’s own pages: each with its keywords', async () => {
    const { page, faultsOf } = visitor
    await open(page, addressOf(pages.rankedPages))
    await page.getByRole('link', { name: `${domain}/tea` }).click()
    const sheet = page.getByRole('dialog', { name: `${domain}/tea` })
    await expect.poll(() => sheet.locator('tbody tr a').allTextContents()).toEqual([`${phrase} plain`, phrase])
    await text(page, 'No pages of yours compete with each other.')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize(phoneDark)
    expect(await faultsOf(page)).toEqual([])
    for (const width of widths.toReversed()) expect(await layoutFaults(page, width)).toEqual([])
  })
})
