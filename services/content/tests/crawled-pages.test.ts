import { afterEach, describe, expect, it } from 'vitest'
import { crawled } from './support/crawled.ts'
import { type Served, startWeb, type Web } from './support/crawling.ts'

const host = 'shop.sandbox.example'
const origin = `https://${host}`
let web: Web | undefined
afterEach(() => web?.stop())

async function read(pages: Record<string, Served>, more: Parameters<typeof crawled>[2] = {}) {
  web = await startWeb({ [host]: pages })
  return crawled(web, host, more)
}

type Answer = { status: number; ms?: number }
/** Answers each request as it is its turn, and the last way from then on. */
function inTurn(...answers: Answer[]): Served {
  let at = 0
  return (response) => {
    const { status, ms = 0 } = answers[Math.min(at++, answers.length - 1)] ?? { status: 500 }
    setTimeout(() => response.writeHead(status, { 'content-type': 'text/html' }).end('<title>Tea</title>'), ms)
  }
}
const slow = 900

describe('a page that is asked for twice', () => {
  it.each<[string, Answer[], number, string[]]>([
    ['is busy and recovers, more slowly than it refused', [{ status: 503 }, { status: 200, ms: 200 }], 200, []],
    ['asks to wait and recovers', [{ status: 429 }, { status: 200, ms: 200 }], 200, []],
    ['is slow once', [{ status: 200, ms: slow }, { status: 200 }], 200, []],
    ['is slow twice', [{ status: 200, ms: slow }], 200, ['SLOW_TTFB']],
    ['is slow and then busy', [{ status: 200, ms: slow }, { status: 503 }], 200, ['SLOW_TTFB']],
    ['is slow and then lost', [{ status: 200, ms: slow }, { status: 404 }], 200, ['SLOW_TTFB']],
    ['fails slowly and recovers', [{ status: 500, ms: slow }, { status: 200 }], 200, []],
    ['stays busy', [{ status: 503 }, { status: 503 }], 503, ['HTTP_5XX']],
  ])('%s', async (_course, answers, status, codes) => {
    const { site, found } = await read({ '/': inTurn(...answers) })
    expect(site.pages.get(`${origin}/`)?.status).toBe(status)
    expect([...found.keys()].filter((code) => ['SLOW_TTFB', 'HTTP_5XX', 'HTTP_4XX'].includes(code))).toEqual(codes)
  })
})

describe('the canonical page and the language versions of a page', () => {
  const named = (canonical: string, german: string) =>
    `<link rel="canonical" href="${canonical}"><link rel="alternate" hreflang="de" href="${german}">`
  const at = (code: string, found: ReadonlyMap<string, readonly { url: string }[]>) =>
    found.get(code)?.map(({ url }) => url)

  it('are read though nothing links to them', async () => {
    const { found } = await read({ '/': named('/lost', '/de'), '/de': inTurn({ status: 410 }) })
    expect(at('CANONICAL_TO_ERROR', found)).toEqual([`${origin}/`])
    expect(at('HREFLANG_TO_NON_200', found)).toEqual([`${origin}/`])
    expect(at('HTTP_4XX', found)).toEqual([`${origin}/de`, `${origin}/lost`])
  })

  it('count among the pages of the plan', async () => {
    const { site, known } = await read({ '/': named('/a', '/b') }, { limit: 2 })
    expect([[...site.pages.keys()], known]).toEqual([[`${origin}/`, `${origin}/a`], 3])
  })

  it('are checked like links where they are on another site', async () => {
    const moved: Served = (response) => response.writeHead(301, { location: 'https://tea.example/new' }).end()
    web = await startWeb({
      [host]: { '/': named('https://tea.example/lost', 'https://tea.example/old') },
      'tea.example': { '/old': moved, '/new': inTurn({ status: 200 }) },
    })
    const { found } = await crawled(web, host)
    expect(at('CANONICAL_TO_ERROR', found)).toEqual([`${origin}/`])
    expect(at('HREFLANG_TO_NON_200', found)).toEqual([`${origin}/`])
    expect(at('LINK_BROKEN_EXTERNAL', found)).toBe(undefined)
  })
})
