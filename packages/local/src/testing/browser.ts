import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core'
import { findProgram } from '../nats-server.ts'

export type { Locator, Page } from 'playwright-core'

/** How a person looks at a page. */
export type Look = {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  timezoneId?: string
  locale?: string
}
export const phoneDark: Look = { width: 390, height: 844, colorScheme: 'dark' }
export const deskLight: Look = { width: 1_440, height: 900, colorScheme: 'light' }

export const programs = ['chromium-headless-shell', 'chromium', 'google-chrome']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The browser's program: `CHROMIUM_PATH`, else the first on the PATH. Throws if there is none and `BROWSER_TESTS=required`. */
export function browserProgram(env: NodeJS.ProcessEnv, find = findProgram): string | undefined {
  const found = env.CHROMIUM_PATH || programs.map(find).find((program) => program !== undefined)
  if (found === undefined && env.BROWSER_TESTS === 'required')
    throw new Error(`No browser is installed: set CHROMIUM_PATH, or install one of ${programs.join(', ')}`)
  return found
}

export type Visitor = {
  /** The first tab. */
  page: Page
  newTab(): Promise<Page>
  /** Faults of the page since the last call, a sentence each: errors on the console, requests to other hosts, what axe finds, sideways scrolling. */
  faultsOf(page: Page): Promise<string[]>
  leave(): Promise<void>
}

/** A browser for one test file; each visitor has cookies and storage of their own. */
export async function openBrowser() {
  const executablePath = browserProgram({ BROWSER_TESTS: 'required', ...process.env }) ?? ''
  // Without a sandbox it runs as root too; containers have a small /dev/shm.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  return {
    /** `from` is the address that the visitor calls from, where the gateway has a proxy before it. */
    visitor: (origin: string, look: Look, from = '127.0.0.1') => newVisitor(browser, origin, look, from),
    close: () => browser.close(),
  }
}

async function newVisitor(browser: Browser, origin: string, look: Look, from: string): Promise<Visitor> {
  const { width, height, colorScheme, timezoneId = 'UTC', locale = 'en-US' } = look
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    locale,
    timezoneId,
    extraHTTPHeaders: { 'x-forwarded-for': from },
  })
  // As long as every other wait.
  context.setDefaultTimeout(60_000)
  const heard = listen(context, origin)
  return {
    page: await context.newPage(),
    newTab: () => context.newPage(),
    faultsOf: async (page) => {
      await drawn(page)
      return [...heard.splice(0), ...(await sidewaysScroll(page)), ...(await axeFaults(page))]
    },
    leave: () => context.close(),
  }
}

/** Collects what pages of a context should never do. */
function listen(context: BrowserContext, origin: string): string[] {
  const heard: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusedCall(message) && !isOfTheMachine(message))
      heard.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => heard.push(`error: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) heard.push(`foreign request: ${url.href}`)
  })
  return heard
}

/** A call that the API refuses, which a page may expect, is an error for the console all the same. */
function isRefusedCall(message: ConsoleMessage): boolean {
  const { url } = message.location()
  return /status of 4\d\d/.test(message.text()) && URL.parse(url)?.pathname.startsWith('/api/') === true
}

/** A browser ends its requests when the machine gets another network, as with each container that is started beside the tests. */
function isOfTheMachine(message: ConsoleMessage): boolean {
  return message.text().includes('net::ERR_NETWORK_CHANGED')
}

async function sidewaysScroll(page: Page): Promise<string[]> {
  const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  return Number(tooWide) > 0 ? [`the page scrolls sideways by ${tooWide} px`] : []
}

/** Waits until a page has its fonts, and is drawn as it was asked for last: another width, other colours. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => {})')
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

/** The findings of axe on the page as it is. */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  // Passed checks are not collected: that takes twice as long as the checks.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })
  const found: AxeResults['violations'] = await page.evaluate(
    `(async () => {
      // Lines under a bar at the edge can be scrolled from there; axe would call them too small.
      const bars = [...document.querySelectorAll('[data-edge]')]
      for (const bar of bars) bar.style.position = 'static'
      const { violations } = await axe.run(document, ${options})
      for (const bar of bars) bar.style.position = ''
      return violations
    })()`,
  )
  return found.map(({ id, help, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`)
    return `axe ${id}: ${help}\n${where.join('\n')}`
  })
}
