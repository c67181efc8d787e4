import { deskLight, type Page, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { type ErrorCode, errorCodes } from '@rts/shared/errors'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { connectAgent } from '../../services/mcp/tests/support/agent.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, openAccountMenu, openMenuGroup, press, signIn, text, tryToSignIn, type } from '../support/person.ts'
import { newReport } from '../support/report.ts'
import { at } from '../support/system.ts'

/** HTML that would set `harmed`, letters from right to left, emoji of several characters, and no space to break a line at. */
const hostile = (length: number) =>
  `<img src=x onerror=harmed=1><script>harmed=1</script>مرحبا👩‍👩‍👧‍👦${'W'.repeat(500)}`.slice(0, length)

describeInBrowser('the dashboard in bad weather', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  let page: Page
  let demoId: string
  beforeAll(async () => {
    started = await startInBrowser()
    demoId = await started.system.fillDemo()
    visitor = await started.visit()
    page = visitor.page
    await signIn(page, started.system.owner)
  })
  afterEach(async () => {
    await page.unrouteAll()
    await page.context().setOffline(false)
    await page.setViewportSize(deskLight)
  })
  afterAll(() => started?.remove())

  const addressOf = (address: string) => address.replace('$siteId', demoId)
  /** Asks the browser's API as the page does. */
  const ask = (operation: string, input: object): Promise<unknown> =>
    page.evaluate(
      async ([path, body]) => {
        const answer = await fetch(String(path), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: String(body),
        })
        const document: unknown = await answer.json()
        if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(document)}`)
        return document
      },
      [`/api/op/${operation}`, JSON.stringify(input)],
    )
  /** A refusal that a page shows at once, unless it is one to try again after. */
  const refuse = (operation: string, code: ErrorCode = 'unavailable', retryable = true) =>
    page.route(`**/api/op/${operation}`, (route) =>
      route.fulfill({
        status: errorCodes[code].status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code, detail: 'This part is not available now', retryable }),
      }),
    )

  /** A site, and everything else that people name, with hostile names; answers their ids, as addresses name them. */
  async function nameEverything(): Promise<Record<string, string>> {
    const body = { name: hostile(200), domain: 'peets.com', tags: [hostile(50)] }
    const id = String(at(await ask('sites.create', { body }), 'project', 'id'))
    const ofSite = (operation: string, more: object) => ask(operation, { params: { id }, body: more })
    const keyword = await ofSite('keywords.create', { keyword: hostile(200) })
    const plan = await ofSite('plans.create', { q: hostile(190), publishOn: new Date().toISOString().slice(0, 7) })
    await ofSite('notes.create', { day: new Date().toISOString().slice(0, 10), text: hostile(200) })
    await ofSite('prompts.create', { prompt: hostile(500) })
    const report = await ofSite('reports.create', newReport({ title: hostile(100), shownName: hostile(100) }))
    const { accountId } = started.system.connection
    await ask('keys.create', { params: { accountId }, body: { name: hostile(100) } })
    await ask('person.update', { body: { name: hostile(100) } })
    const articleId = String(at(await ofSite('articles.create', { keyword: hostile(180) }), 'article', 'id'))
    const articles = () => ask('articles.get', { params: { id, articleId } })
    const article = await until('the article is written', async () => {
      const found = at(await articles(), 'article')
      return at(found, 'status') === 'ready' ? found : undefined
    })
    const words = {
      title: hostile(60),
      metaDescription: hostile(155),
      markdown: `# ${hostile(400)}\n\n${hostile(400)}`,
    }
    await ask('articles.update', { params: { id, articleId }, body: { version: at(article, 'version'), ...words } })
    const [keywordId, planId] = [String(at(keyword, 'keyword', 'id')), String(at(plan, 'plan', 'id'))]
    const reportId = String(at(report, 'report', 'id'))
    return { siteId: id, articleId, keywordId, planId, reportId, claim: await hostileClaim() }
  }

  async function hostileClaim(): Promise<string> {
    const stranger = await connectAgent(started.system.connection.mcpUrl)
    const { data } = await stranger.call('register', { agent_name: hostile(100) })
    await stranger.close()
    const agent = await connectAgent(started.system.connection.mcpUrl, { token: String(data.token) })
    await agent.call('add_project', { domain: 'blue.com' })
    const link = await agent.call('request_link', { reason: hostile(200) })
    await agent.close()
    return String(link.data.url)
  }

  describe('whatever people name things', () => {
    let ids: Record<string, string>
    beforeAll(async () => {
      ids = await nameEverything()
    })

    const ofSite = Object.values(pages).filter((address) => address.startsWith('/sites/'))
    const opened = [`${pages.keywords}?open=$keywordId`, `${pages.plans}?open=$planId`]
    const ofAccount = [pages.home, pages.keys, pages.team, pages.audit, pages.usage, pages.account]
    it.each([...ofSite, ...opened, ...ofAccount, '$claim'])(
      '%s runs nothing of it, fits a phone and is read by everybody',
      async (address) => {
        await page.setViewportSize(phoneDark)
        await open(
          page,
          address.replace(/\$(\w+)/g, (_all, name) => ids[name] ?? ''),
        )
        if (address.startsWith('/sites/')) await text(page, '<img src=x')
        expect(await visitor.faultsOf(page)).toEqual([])
        expect(await page.evaluate('"harmed" in window')).toBe(false)
      },
    )
  })

  it('a lost connection is said, what is shown stays, and the page that was asked for comes by itself afterwards', async () => {
    // The other page was never opened: its code has to come over the network.
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    await open(page, addressOf(pages.keywords))
    // How long ago it was checked goes on without a connection.
    const cells = page.locator('tbody tr[data-index]').first().locator('td:not(:has(time))')
    const before = await cells.allTextContents()
    expect(before.length).toBeGreaterThan(1)
    await page.context().setOffline(true)
    await text(page, 'You are offline')
    await openMenuGroup(page, 'Site')
    await page.getByRole('link', { name: 'Structured data' }).click()
    await text(page, 'This page opens once you are online again')
    expect(new URL(page.url()).pathname).toBe(addressOf(pages.keywords))
    expect(await page.locator('nav [aria-current="page"]').first().textContent()).toContain('Keywords')
    expect(await cells.allTextContents()).toEqual(before)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Structured data', level: 1 }).waitFor()
    await page.getByText('You are offline').waitFor({ state: 'detached' })
  })

  it('a page that is opened without a connection says so in its place, and comes when it is tried again', async () => {
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.context().setOffline(true)
    await page.goto(addressOf(pages.issues))
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'On-page issues', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(addressOf(pages.issues))
  })

  it('while one service is down the rows of the others stay, its place says why, and is filled by a retry or by itself', async () => {
    // After this refusal no page asks again by itself.
    await refuse('crawls.list', 'bad_upstream_body')
    await open(page, addressOf(pages.analytics))
    const issues = page.getByRole('region', { name: 'On-page issues' })
    await issues.getByText('This part is not available now').waitFor()
    await page.getByRole('slider', { name: 'Visibility' }).waitFor()
    await page.unrouteAll()
    await issues.getByRole('button', { name: 'Try again' }).click()
    await issues.getByText('This part is not available now').waitFor({ state: 'detached' })
    await refuse('prompts.list')
    await open(page, addressOf(pages.aiVisibility))
    await text(page, 'This part is not available now')
    await page.unrouteAll()
    await page.getByText('This part is not available now').waitFor({ state: 'detached' })
  })

  it('rows that were read stay when they cannot be read again, with the reason above them', async () => {
    await open(page, `${addressOf(pages.backlinks)}?list=disavowed`)
    await text(page, 'No hosts are disavowed')
    await refuse('disavow.list')
    await type(page, 'Hosts, one per line', 'spam.example')
    await press(page, 'Disavow hosts')
    await text(page, 'This part is not available now')
    await text(page, 'No hosts are disavowed')
    await page.unrouteAll()
    await text(page, 'spam.example')
  })

  it('what cannot be read is never shown as nothing, and never as a page without words', async () => {
    const away = 'This part is not available now'
    const refuseForGood = (operation: string) => refuse(operation, 'unavailable', false)
    await refuseForGood('notes.list')
    await open(page, addressOf(pages.site))
    await press(page, 'Notes')
    await page.getByRole('dialog').getByText(away).waitFor()
    expect(await page.getByText('No notes yet').count()).toBe(0)
    await refuseForGood('team.list')
    await open(page, addressOf(pages.autoAdd))
    await page.getByRole('tab', { name: 'Decided' }).click()
    await text(page, away)
    await refuseForGood('sites.get')
    await open(page, `${addressOf(pages.research)}?around=coffee`)
    await page.getByRole('region', { name: 'Around “coffee”' }).getByText(away).waitFor()
    await open(page, addressOf(pages.keywords))
    await press(page, 'Add keywords')
    await page.getByRole('dialog').getByText(away).waitFor()
    const stranger = await started.visit()
    await stranger.page.route('**/api/session', (route) => route.abort())
    for (const [address, heading] of [
      [pages.claim, 'Keep what your assistant tracks?'],
      [pages.invite, 'Join this team?'],
    ] as const) {
      await stranger.page.goto(`${address}#some-token`)
      await stranger.page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await text(stranger.page, 'The service cannot be reached')
    }
    await stranger.leave()
  })

  it('an action that fails says so: a file that is not there, and a session that goes on', async () => {
    await refuse('disavow.export')
    await open(page, `${addressOf(pages.backlinks)}?list=disavowed`)
    await press(page, 'Download Google’s file')
    await text(page, 'This part is not available now')
    await page.route('**/auth/sign-out', (route) => route.abort())
    await openAccountMenu(page)
    await press(page, 'Sign out')
    await text(page, 'You are still signed in')
  })

  it('rows of a long list stay when the next ones cannot be read', async () => {
    await page.route('**/api/op/rankComparison.list', async (route) => {
      const asked = Object(route.request().postDataJSON())
      if (asked.query.cursor) return route.abort()
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...Object(await response.json()), total: 1_000, nextCursor: 'more' } })
    })
    await open(page, addressOf(pages.comparison))
    await page.getByRole('button', { name: /^CSV of \d+$/ }).waitFor()
    await press(page, 'Show more')
    await text(page, 'The service cannot be reached')
    expect(await page.locator('tbody tr[data-index]').count()).toBeGreaterThan(0)
  })

  it('a slow answer shows its place after 150 ms, and then its rows', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/op/siteSummaries.list', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(pages.home)
    const place = page.getByText('Loading…').last()
    await expect
      .poll(() => place.evaluate((element) => Reflect.get(Object(globalThis), 'getComputedStyle')(element).opacity))
      .toBe('1')
    expect(
      await place.evaluate((element) => Reflect.get(Object(globalThis), 'getComputedStyle')(element).animationDelay),
    ).toBe('0.15s')
    gate.resolve()
    await page.getByRole('link', { name: 'Demo', exact: true }).waitFor()
  })

  it('a person who is signed out while writing signs in beside it, and loses nothing', async () => {
    await open(page, addressOf(pages.plans))
    await press(page, 'Plan a topic')
    await type(page, 'Topic', 'grind sizes')
    const notes = await visitor.newTab()
    await open(notes, addressOf(pages.site))
    await press(notes, 'Notes')
    await notes.getByRole('textbox', { name: 'Note' }).fill('New menu')
    await page.context().clearCookies()
    for (const [tab, action] of [
      [page, 'Add to plan'],
      [notes, 'Add note'],
    ] as const) {
      await press(tab, action)
      await text(tab, 'Your session has ended')
    }
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
    const beside = await opening
    await tryToSignIn(beside, started.system.owner)
    await beside.waitForURL(`**${pages.home}`)
    await press(page, 'Add to plan')
    await page.getByRole('button', { name: /^grind sizes/ }).waitFor()
    await press(notes, 'Add note')
    await notes.getByRole('button', { name: 'Delete: New menu' }).waitFor()
    await Promise.all([notes.close(), beside.close()])
  })

  it('a page of an older build is reloaded once for what the newer one has, and otherwise says what is wrong', async () => {
    /** Of the build that the page is of; a newer one lacks what is asked for until the page is loaded again, and then for good. */
    let build: 'whole' | 'moved' | 'missing' = 'whole'
    const known = new Set<string>()
    let loads = 0
    await page.route('**/assets/*.js', async (route) => {
      const url = route.request().url()
      if (build === 'whole' || known.has(url)) return route.continue().finally(() => known.add(url))
      return route.fulfill({ status: 404, body: '' })
    })
    await open(page, pages.home)
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return
      loads++
      if (build === 'moved') build = 'whole'
    })
    // The code that a page asks for late is of its own build.
    await page.waitForLoadState('networkidle')
    build = 'moved'
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
    expect(loads).toBe(1)
    await page.waitForLoadState('networkidle')
    build = 'missing'
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'API keys' }).click()
    await text(page, 'This page cannot be shown')
    expect(loads).toBe(1)
  })
})
