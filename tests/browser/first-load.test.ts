import type { Page } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { readerLanguages } from '@rts/shared/contract/rows/person'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, signIn } from '../support/person.ts'

const pathsBegun = `JSON.parse(document.getElementById('first-calls')?.textContent ?? '[]').map(([path]) => path)`
const preloads = /<link rel="modulepreload"[^>]*>/g

describeInBrowser('the first load of a page', () => {
  let started: SystemInBrowser
  let siteId: string
  beforeAll(async () => {
    started = await startInBrowser()
    siteId = await started.system.fillDemo()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  const { home, site, keywords, keyword, comparison, analytics, article, issues, report, reference, signUp, account } =
    pages
  const some = [
    home,
    site,
    keywords,
    keyword,
    comparison,
    analytics,
    article,
    issues,
    report,
    reference,
    signUp,
    account,
  ]
  const addressOf = (path: string) => path.replace('$siteId', siteId).replace(/\$\w+/, 'none')

  async function inside(language = 'en'): Promise<Page> {
    const { page } = await started.visit()
    // A service worker would ask for the documents, past the page's own requests.
    await page.addInitScript('delete Navigator.prototype.serviceWorker')
    await signIn(page, started.system.owner)
    await page.context().addCookies([{ name: 'language', value: language, url: started.system.connection.appUrl }])
    return page
  }

  /** The requests of a page until it is shown: its scripts, and its calls with what they carry. */
  async function requestsOf(page: Page, address: string) {
    const scripts = new Set<string>()
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname)
      if (pathname.startsWith('/api/')) calls.push(`${pathname} ${request.postData()}`)
    })
    await open(page, address)
    page.removeAllListeners('request')
    return { scripts: [...scripts].sort(), calls }
  }

  it.each(readerLanguages)('reads the scripts that its document names and no others, in %s', async (language) => {
    const page = await inside(language)
    let named: string[] = []
    // The page finds its scripts by itself: the document keeps their names from it.
    await page.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
      return route.fulfill({ response, body: html.replace(preloads, '') })
    })
    const found: object[] = []
    const expected: object[] = []
    for (const address of some.map(addressOf)) {
      const { scripts } = await requestsOf(page, address)
      found.push({ address, scripts })
      expected.push({ address, scripts: named.sort() })
    }
    expect(found).toEqual(expected)
    expect(Math.max(...expected.map((each) => Object(each).scripts.length))).toBeLessThan(14)
  })

  it('makes each call once: those that begin with the document are needed, and not repeated', async () => {
    const page = await inside()
    const inVain: object[] = []
    for (const address of [...some.map(addressOf), `${addressOf(site)}?days=90`]) {
      const { calls } = await requestsOf(page, address)
      const begun = await page.evaluate<string[]>(pathsBegun)
      const repeated = calls.filter(
        (call, i) => calls.indexOf(call) !== i && begun.some((path) => call.startsWith(path)),
      )
      const unused = await page.evaluate<string[]>('[...(self.begun?.calls.keys() ?? [])]')
      if (repeated.length + unused.length > 0) inVain.push({ address, repeated, unused })
    }
    expect(inVain).toEqual([])
  })
})
