import { createServer } from 'node:http'
import { portOf } from '@rts/shared/service/health'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserProgram, deskLight, type Look, openBrowser, phoneDark } from './browser.ts'
import { describeInBrowser } from './in-browser.ts'

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Page</title><meta name="viewport" content="width=device-width">${head}</head><body><main><h1>Page</h1>${body}</main></body></html>`

const pages: Record<string, string> = {
  '/good': page('<p>Hello</p><script>fetch("/api/session")</script>'),
  '/wide': page('<div style="width:600px">wide</div>'),
  '/pale': page('<p style="color:#ccc;background:#fff">pale</p>'),
  '/nameless': page('<button></button>'),
  '/talks': page('<script>console.error("broken"); console.log("fine")</script>'),
  '/throws': page('<script>throw new Error("thrown")</script>'),
  '/foreign': page('<img alt="a dot" src="http://localhost:9/dot.png">'),
  '/missing': page('<img alt="a dot" src="/missing.png">'),
  '/small': page('<button style="width:10px;height:10px;padding:0" aria-label="a"></button>'.repeat(2)),
}

it('where no browser is installed its tests are skipped, or fail if they are required', () => {
  const nowhere = () => undefined
  expect(browserProgram({}, nowhere)).toBeUndefined()
  expect(() => browserProgram({ BROWSER_TESTS: 'required' }, nowhere)).toThrow('install one of')
  expect(browserProgram({ CHROMIUM_PATH: '/own/chromium' }, nowhere)).toBe('/own/chromium')
  expect(browserProgram({}, (name) => (name === 'chromium' ? '/usr/bin/chromium' : undefined))).toBe(
    '/usr/bin/chromium',
  )
})

describeInBrowser('a visitor', () => {
  const server = createServer((req, res) => {
    const html = pages[req.url ?? '']
    const status = html ? 200 : req.url?.startsWith('/api/') ? 401 : 404
    res.writeHead(status, { 'content-type': 'text/html' }).end(html ?? '')
  })
  let origin = ''
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${portOf(server.address())}`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    server.close()
  })

  async function faults(path: string, look: Look = phoneDark): Promise<string[]> {
    const visitor = await browser.visitor(origin, look)
    await visitor.page.goto(path, { waitUntil: 'networkidle' })
    const found = await visitor.faultsOf(visitor.page)
    await visitor.leave()
    return found
  }

  it('finds nothing wrong with a good page, whose call is refused', async () => {
    expect(await faults('/good')).toEqual([])
    expect(await faults('/good', deskLight)).toEqual([])
  })

  it.each([
    ['/wide', 'scrolls sideways by'],
    ['/pale', 'axe color-contrast'],
    ['/nameless', 'axe button-name'],
    ['/small', 'axe target-size'],
    ['/talks', 'console: broken'],
    ['/throws', 'error: thrown'],
    ['/foreign', 'foreign request: http://localhost:9/dot.png'],
    ['/missing', '404'],
  ])('finds what is wrong with %s', async (path, fault) => {
    expect((await faults(path)).join('\n')).toContain(fault)
  })

  it('sees a page in the wanted width and colours', async () => {
    const visitor = await browser.visitor(origin, phoneDark)
    const seen = await visitor.page.evaluate('[innerWidth, matchMedia("(prefers-color-scheme: dark)").matches]')
    await visitor.leave()
    expect(seen).toEqual([390, true])
  })
})
