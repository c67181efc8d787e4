import { deskLight, type Page, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { operationEntries } from '@rts/shared/contract/table'
import { errorCodes } from '@rts/shared/errors'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, signIn, text } from '../support/person.ts'

describeInBrowser('the reference of the server API', () => {
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
  })
  afterAll(() => started?.remove())
  afterEach(() => started.allLeave())

  /** Words without the marks of code, lists and emphasis. */
  const plain = (text: string) => text.replace(/[`*]|^- /gm, '')
  const wordsOf = async (part: ReturnType<Page['locator']>) => plain((await part.textContent()) ?? '')
  const parts = ({ page }: Visitor) => page.locator('details')

  it('lists every operation without a sign-in, and opens the one that the address names, on a phone and a desk', async () => {
    for (const look of [phoneDark, deskLight]) {
      const visitor = await started.visit(look)
      const { page, faultsOf } = visitor
      await open(page, `${pages.reference}#keywords_create`)
      const part = page.locator('#keywords_create')
      await part.getByText('The phrase as people type it').waitFor()
      expect(await parts(visitor).count()).toBe(operationEntries().filter(([, row]) => row.http).length)
      expect(await page.locator('details[open]').count()).toBe(1)
      await part.getByText('402', { exact: true }).waitFor()
      await part.getByText('Bearer <your server key>').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
  })

  it('says what holds for every call, and of each what it does, how it is called and what its answer means', async () => {
    const { page } = await started.visit()
    await open(page, `${pages.reference}#gap_list`)
    const said = Object(await (await page.request.get('/docs/openapi.json')).json())
    const introduction = await wordsOf(page.getByRole('region', { name: 'Before the first call' }))
    for (const sentence of plain(said.info.description).split('\n').filter(Boolean))
      expect(introduction).toContain(sentence)
    const everyAnswer = await wordsOf(page.getByRole('region', { name: 'In every response' }))
    expect(everyAnswer).toContain(plain(said.components.schemas.Allowance.properties.remaining.description))
    for (const methods of Object.values<Record<string, { operationId: string; summary: string }>>(said.paths))
      for (const { operationId, summary } of Object.values(methods))
        expect(await wordsOf(page.locator(`#${operationId} summary`))).toContain(plain(summary))
    const gap = said.paths['/projects/{id}/gap'].get
    const words = await wordsOf(page.locator('#gap_list'))
    expect(words).toContain(plain(gap.description))
    expect(words).toMatch(/curl 'http.*\/projects\/[\w-]+\/gap'/)
    expect(words).toContain(plain(said.components.schemas.Gap.properties.score.description))
    expect(words).toContain(JSON.stringify(gap.responses[200].content['application/json'].example, null, 2))
  })

  it('has an entry for each code, to which the type of an error leads, and the rules of versions, for a visitor', async () => {
    for (const look of [phoneDark, deskLight]) {
      const { page, faultsOf } = await started.visit(look)
      const refused = await page.request.get(`${started.system.connection.baseUrl}/projects`)
      const { type, code } = Object(await refused.json())
      await open(page, type)
      const top = async () => (await page.locator(`#${code}`).boundingBox())?.y
      await expect.poll(top).toBeGreaterThan(-10)
      await expect.poll(top).toBeLessThan(page.viewportSize()?.height ?? 0)
      for (const each of Object.keys(errorCodes)) expect(await page.locator(`#${each}`).count(), each).toBe(1)
      expect(await faultsOf(page)).toEqual([])
      await open(page, pages.guide.replace('$guide', 'versions'))
      await page.getByText('Within a version everything that works keeps working').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
  })

  it('shows the guides with their tables, anchors and links between them, on a phone and a desk', async () => {
    for (const look of [phoneDark, deskLight]) {
      const { page, faultsOf } = await started.visit(look)
      await open(page, '/docs/auth-and-limits#the-day')
      await page.getByRole('cell', { name: 'success, also 304 and HEAD' }).waitFor()
      await expect.poll(async () => (await page.locator('#the-day').boundingBox())?.y).toBeLessThan(200)
      expect(await page.locator('main a[href="/docs/webhooks"]').count()).toBe(1)
      expect(await page.locator('main a[href*=".md"], main a[href*=".."]').count()).toBe(0)
      expect(await faultsOf(page)).toEqual([])
    }
  })

  it('finds operations by what they take and answer', async () => {
    const visitor = await started.visit()
    const { page } = visitor
    await open(page, pages.reference)
    await page.keyboard.press('/')
    await page.keyboard.type('keyword history')
    await expect.poll(() => parts(visitor).count()).toBeLessThan(10)
    await page.locator('#history_list').waitFor()
    await page.keyboard.type(' nothing-like-it')
    await text(page, 'No endpoints match')
  })

  it('names the key of a person who has one, and asks the API nothing', async () => {
    const { page } = await started.visit()
    const { operator, owner, connection } = started.system
    const { accountId } = connection
    const { keys } = await operator.call('keys.list', { params: { accountId } })
    const name = keys.find(({ kind, revokedAt }) => kind === 'server' && !revokedAt)?.name
    await signIn(page, owner)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await open(page, pages.reference)
    await page.locator('#sites_list summary').click()
    await page.locator('#sites_list').getByText(`Bearer <the key “${name}”>`).waitFor()
    expect(asked.filter((path) => path.startsWith('/http/'))).toEqual([])
  })
})
