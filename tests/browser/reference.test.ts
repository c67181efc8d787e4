import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { operationEntries } from '@rts/shared/contract/table'
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

  const parts = ({ page }: Visitor) => page.locator('details')

  it('lists every operation to whoever asks, and opens the one that the address names, on a phone and a desk', async () => {
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

  it('finds operations by what they take and answer', async () => {
    const visitor = await started.visit()
    const { page } = visitor
    await open(page, pages.reference)
    await page.keyboard.press('/')
    await page.keyboard.type('keyword history')
    await page.locator('#history_list').waitFor()
    expect(await parts(visitor).count()).toBeLessThan(10)
    await page.keyboard.type(' nothing-like-it')
    await text(page, 'Nothing here has these words in it')
  })

  it('names the key of a person who has one, and asks the API nothing', async () => {
    const { page } = await started.visit()
    const { demoPerson, accountId } = started.system.connection
    if (!demoPerson) throw new Error('a new system has a person')
    const { operator } = started.system
    const { keys } = await operator.call('keys.list', { params: { accountId } })
    const name = keys.find(({ kind, revokedAt }) => kind === 'server' && !revokedAt)?.name
    await signIn(page, demoPerson)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await open(page, pages.reference)
    await page.locator('#sites_list summary').click()
    await page.locator('#sites_list').getByText(`Bearer <the key “${name}”>`).waitFor()
    expect(asked.filter((path) => path.startsWith('/http/'))).toEqual([])
  })
})
