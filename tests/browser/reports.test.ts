import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { open, press, shown, signIn, text, type } from '../support/person.ts'
import { newReport } from '../support/report.ts'
import { signIn as ownerOf, type Person } from '../support/signed-in.ts'
import { at } from '../support/system.ts'

describeInBrowser('shared reports', () => {
  let started: SystemInBrowser
  let siteId: string
  let asOwner: Person
  let owner: Visitor
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
    asOwner = await ownerOf(started.system)
    owner = await started.visit()
    await signIn(owner.page, started.system.owner)
  })
  afterAll(() => started?.remove())

  /** The link of a new report. */
  async function share(more: object = {}): Promise<string> {
    const body = newReport({ title: 'Coffee in autumn', ...more })
    const created = await asOwner('/api/op/reports.create', { params: { id: siteId }, body })
    return String(at(created, 'report', 'url'))
  }
  const panels = (page: Visitor['page']) => page.locator('main section h2').allTextContents()

  it('an owner makes one by the form, and a stranger’s browser shows the chosen parts alone', async () => {
    const { page } = owner
    await open(page, pages.reports.replace('$siteId', siteId))
    expect(await owner.faultsOf(page)).toEqual([])
    await press(page, 'New report')
    await type(page, 'Title', 'Coffee for Ann')
    await type(page, 'Your name (optional)', 'Agency Bob')
    for (const part of ['Google Search Console', 'AI answers', 'Pages', 'Links'])
      await page.getByRole('checkbox', { name: part, exact: true }).uncheck()
    expect(await owner.faultsOf(page)).toEqual([])
    await press(page, 'Create report')
    await text(page, 'Everybody who has this link can read the report')
    const link = String(await page.locator('pre').textContent())
    await text(page, '0 views')
    expect(await owner.faultsOf(page)).toEqual([])

    const stranger = await started.visit(phoneDark)
    const asked: string[] = []
    stranger.page.on('request', (request) => asked.push(request.url()))
    await open(stranger.page, link)
    await text(stranger.page, 'Agency Bob')
    expect(await stranger.page.title()).toContain('Coffee for Ann')
    expect(await panels(stranger.page)).toEqual([
      'Visibility',
      'Keywords by position',
      'Keywords',
      'Competitors',
      'Present positions',
    ])
    expect(await stranger.page.locator('main a[href^="/"]').count()).toBe(0)
    expect(await stranger.faultsOf(stranger.page)).toEqual([])
    expect(await stranger.page.context().cookies()).toEqual([])
    const calls = asked.filter((url) => new URL(url).pathname.startsWith('/api/'))
    expect(calls.map((url) => new URL(url).pathname)).toEqual(['/api/report/look'])
    expect(asked.filter((url) => url.includes(link.split('#')[1] ?? ''))).toEqual([])
    await open(stranger.page, pages.site.replace('$siteId', siteId))
    await stranger.page.waitForURL(`**${pages.signIn}`)

    await page.reload()
    await text(page, '1 view')
    await press(page, 'Revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await text(page, 'The link was revoked and stays closed.')
    await open(stranger.page, link)
    await text(stranger.page, 'This report is not available')
    expect(await stranger.faultsOf(stranger.page)).toEqual([])
  })

  it('all parts fit every width, light and dark, and are accessible', async () => {
    const reader = await started.visit()
    await open(reader.page, await share())
    expect(await panels(reader.page)).toHaveLength(9)
    const faults: string[] = []
    for (const width of widths) faults.push(...(await layoutFaults(reader.page, width)))
    expect(faults).toEqual([])
    for (const { width, height, colorScheme } of [phoneDark, deskLight]) {
      await reader.page.setViewportSize({ width, height })
      await reader.page.emulateMedia({ colorScheme })
      expect([width, await reader.faultsOf(reader.page)]).toEqual([width, []])
    }
  })

  it('speaks the language of the report whatever the browser’s is, also by a link from before it was changed', async () => {
    const reader = await started.visit()
    const link = await share({ language: 'id', parts: ['ranks'] })
    expect(new URL(link).pathname).toBe('/r/id')
    await open(reader.page, link.replace('/r/id', '/r/en'))
    await reader.page.waitForURL('**/r/id#*')
    await shown(reader.page)
    await text(reader.page, 'Posisi')
    expect(await reader.page.locator('html').getAttribute('lang')).toBe('id')
  })

  it('on paper it has its figures and no button', async () => {
    const reader = await started.visit()
    await open(reader.page, await share({ parts: ['ranks', 'visibility'] }))
    await reader.page.emulateMedia({ media: 'print' })
    await until('the buttons to leave', async () => (await reader.page.locator('main button:visible').count()) === 0)
    expect(await reader.page.locator('main tbody tr:visible').count()).toBeGreaterThan(5)
    expect(await reader.page.locator('main svg:visible').count()).toBeGreaterThan(0)
  })

  it('a link that is cut says so', async () => {
    const reader = await started.visit()
    await open(reader.page, (await share()).split('#')[0] ?? '')
    await text(reader.page, 'The link may be incomplete')
  })
})
