import { setTimeout as delay } from 'node:timers/promises'
import type { Fetched } from '@rts/outside/guarded/fetcher'
import { afterEach, expect, it } from 'vitest'
import { factsOfOther, type PageFacts } from '../src/audit/audit.ts'
import { guardHeaders } from '../src/audit/rules/site.ts'
import { Paused } from '../src/crawl/memory.ts'
import { askForOutside } from '../src/crawl/outside-links.ts'
import { createReferences } from '../src/crawl/references.ts'
import { crawled } from './support/crawled.ts'
import { type Served, startWeb, type Web } from './support/crawling.ts'
import { host } from './support/planted-site/page.ts'

let web: Web | undefined
afterEach(() => web?.stop())

const at = (path: string) => `https://${host}${path}`
const unavailable: Served = (response) => response.writeHead(503).end()
const html = { isHtml: true, mediaType: 'text/html', status: 200 }
const home = factsOfOther({ ...html, url: at('/'), links: [at('/a'), at('/b')], guards: [...guardHeaders] })
const paths = () => (web?.asked ?? []).map(({ path }) => path)

it('a robots.txt that fails only now forbids nothing that was read, and nothing more is asked for', async () => {
  web = await startWeb({ [host]: { '/robots.txt': unavailable, '/a': 'a', '/b': 'b' } })
  const before = [home, factsOfOther({ ...html, url: at('/a') })]
  const { isComplete, found, site } = await crawled(web, host, { before, isContinued: true })
  expect(isComplete).toBe(false)
  expect([...site.pages.keys()].sort()).toEqual([at('/'), at('/a')])
  expect([...found.keys()]).toContain('ROBOTS_TXT_ERROR')
  for (const code of ['BLOCKED_BY_ROBOTS', 'HOME_UNREACHABLE']) expect([...found.keys()]).not.toContain(code)
  expect(paths()).not.toContain('/b')
})

it('the home page is not asked for again, and its headers are those of the first time', async () => {
  web = await startWeb({ [host]: { '/robots.txt': '', '/': unavailable, '/a': 'a', '/b': 'b' } })
  const codes = ['HSTS_MISSING', 'CSP_MISSING', 'NOSNIFF_MISSING']
  const ofHome = async (page: PageFacts) => {
    const { found } = await crawled(web ?? expect.fail('no web'), host, { before: [page], isContinued: true })
    return codes.filter((code) => found.has(code))
  }
  expect(await ofHome(home)).toEqual([])
  expect(await ofHome({ ...home, guards: ['content-security-policy'] })).toEqual(['HSTS_MISSING', 'NOSNIFF_MISSING'])
  expect(paths()).not.toContain('/')
})

it('after its time a crawl neither asks other sites nor counts clicks again', async () => {
  const other = 'https://other.sandbox.example/x'
  web = await startWeb({ [host]: { '/robots.txt': '' }, 'other.sandbox.example': { '/x': 'x' } })
  const far = factsOfOther({ ...html, url: at('/a'), links: [at('/far')], outside: [other] })
  // Its links were followed before a link led to it.
  const pages = [far, home, factsOfOther({ ...html, url: at('/b') }), factsOfOther({ ...html, url: at('/far') })]
  let reads = 0
  const saved = () => {
    reads++
    return pages
  }
  const crawlUntil = async (endsAt: number) => {
    reads = 0
    await crawled(web ?? expect.fail('no web'), host, { saved, isContinued: true, endsAt })
    return { reads, asksOthers: paths().includes('/x') }
  }
  // Once to go on, and once for the rules.
  expect(await crawlUntil(performance.now() - 1)).toEqual({ reads: 2, asksOthers: false })
  // Twice more for the clicks: to /far, and then to what it links to.
  expect(await crawlUntil(performance.now() + 60_000)).toEqual({ reads: 4, asksOthers: true })
})

it('a picture is compared with robots.txt once, and of thousands that are forbidden the first alone', () => {
  const compared: string[] = []
  const isAllowed = (url: string) => compared.push(url) < 0
  const references = createReferences({ site: host, limit: 5, isAllowed })
  const logo = factsOfOther({ url: at('/'), status: 200, images: [at('/logo.png')] })
  for (let n = 0; n < 100; n++) references.note(logo)
  expect(compared).toHaveLength(1)
  for (let n = 0; n < 100; n++) references.note({ ...logo, images: [at(`/${n}.png`)] })
  expect(compared).toHaveLength(50)
})

it('answers of other sites that are under way in a pause are kept', async () => {
  const asked: string[] = []
  const kept: string[] = []
  const get = async (url: string): Promise<Fetched> => {
    asked.push(url)
    if (url.includes('slow')) await delay(50)
    return { ok: true, url, hops: [], status: 200, headers: {}, body: new Uint8Array(), isTruncated: false }
  }
  const once = async (request: string, ask: () => Promise<Fetched>) => {
    if (kept.length > 0) throw new Paused()
    const answer = await ask()
    kept.push(request)
    return answer
  }
  const asking = { fetcher: { get } as never, signal: new AbortController().signal, once, endsAt: Number.MAX_VALUE }
  const hosts = [['https://slow.example/x'], ['https://fast.example/x', 'https://fast.example/y']]
  await expect(askForOutside(asking, hosts)).rejects.toThrow(Paused)
  expect(kept.sort()).toEqual(['HEAD https://fast.example/x', 'HEAD https://slow.example/x'])
  expect(asked.sort()).toEqual(['https://fast.example/x', 'https://slow.example/x'])
})
