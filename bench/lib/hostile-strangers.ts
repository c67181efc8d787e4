// Strangers in a process of their own: sites, of which each host sends the worst text of one bound, and the providers of research and
// projects, whose answers fill their bounds with what strangers write.
import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { hostilePages } from '../../services/content/src/page/testing/hostile.ts'
import { hostileTexts } from '../../services/content/src/structured-data/testing/hostile.ts'

// A stranger's own machine takes no time of the service's.
comeAfterCalls()

type Site = (path: string, answer: ServerResponse) => void
const maxPage = 2_000_000
const maxList = 8_388_000
const times = <T>(count: number, each: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => each(i))
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const links = (path: (i: number) => string, count: number) => times(count, (i) => `<a href="${path(i)}">a</a>`).join('')
const html = (answer: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)

/** A robots.txt, and a page whose 5,000 long links are compared with it. */
function ruled(rules: readonly string[]): Site {
  const robots = `User-agent: *\n${rules.join('\n')}`.slice(0, 512_000)
  const page = links((i) => `/${'a'.repeat(1_900)}${i}`, 5_000)
  return (asked, answer) => (asked === '/robots.txt' ? answer.end(robots) : html(answer, page))
}

/** Fifty sitemaps of one text each. */
function mapped(piece: string, isPacked: boolean): Site {
  const text = Buffer.from(`<urlset>${piece.repeat(Math.ceil(40_000_000 / piece.length))}`)
  const body = isPacked ? gzipSync(text) : text
  const robots = times(50, (i) => `Sitemap: /map-${i}.xml`).join('\n')
  return (asked, answer) => {
    if (asked === '/robots.txt') answer.end(robots)
    else if (asked.startsWith('/map')) answer.writeHead(200, { 'content-type': 'application/xml' }).end(body)
    else html(answer, '<title>Home</title>')
  }
}

function paged(pages: readonly string[], headers: Record<string, string> = {}): Site {
  const home = links((i) => `/${i}`, pages.length)
  return (asked, answer) => {
    if (asked === '/robots.txt') return answer.end()
    html(answer, asked === '/' ? home : (pages[Number(asked.slice(1)) % pages.length] ?? ''), headers)
  }
}

const script = (json: string) => `<script type="application/ld+json">${json}</script>`
const sites: Record<string, () => Site> = {
  robots: once(() => ruled(times(51_000, () => 'allow:*ab'))),
  wildcards: once(() => ruled(times(1_000, (i) => `disallow:*${'a'.repeat(1 + (i % 90))}b${'a'.repeat(300)}`))),
  attributes: once(() => mapped('<url a="1" b="2" c="3" d="4" e="5"/>', false)),
  packed: once(() => mapped('<url><loc>https://packed.hostile.example/page</loc></url>', true)),
  pages: once(() => paged(Object.values(hostilePages).map((make) => make(maxPage)))),
  data: once(() => paged(Object.values(hostileTexts).map((make) => script(make().slice(0, 500_000))))),
  headers: once(() =>
    paged(['<title>A</title>'], {
      link: '<https://headers.hostile.example/>; rel="canonical", '.repeat(120),
      'x-robots-tag': 'unavailable_after: , '.repeat(300),
    }),
  ),
  charset: () => (asked, answer) => {
    if (asked === '/robots.txt') return answer.end()
    html(answer, Buffer.alloc(maxPage, 0x1b), { 'content-type': 'text/html; charset=iso-2022-jp' })
  },
  calm: once(() => paged(times(20, (i) => `<title>Page ${i} of a calm site</title><p>${'word '.repeat(300)}`))),
}

/** Words of which none is like another, so that nothing of them is kept once for all. */
const words = (i: number, characters: number) => `coffee beans ${i} for an espresso `.repeat(300).slice(0, characters)
const path = (i: number, characters: number) => `a${i}%20/`.repeat(5_000).slice(0, characters)

/** A list of so many rows that has nearly `bytes`: the text of each is as long as there is room. */
function filled(rows: number, bytes: number, row: (text: string, i: number) => object): string {
  const room = Math.floor((bytes - JSON.stringify(times(rows, (i) => row('', i))).length) / rows)
  return JSON.stringify(times(rows, (i) => row(words(i, room), i)))
}

const ranked = once(() =>
  filled(1_000, maxList, (text, i) => ({
    keyword_data: { keyword: words(i, 190), serp_info: text },
    ranked_serp_element: { serp_item: { type: 'organic', rank_group: 1, url: `https://a.example/${i}` } },
  })),
)
const backlinks = once(() =>
  filled(1_000, maxList, (anchor, i) => {
    const url_from = `https://a${i}.example/${path(i, 2_000)}`
    return { url_from, url_to: 'https://b.example/', anchor, dofollow: true }
  }),
)
const results = once(() =>
  filled(100, 2_097_000, (description, i) => {
    return { type: 'organic', rank_group: i + 1, url: `https://a${i}.example/${path(i, 10_000)}`, description }
  }),
)
const queries = once(() =>
  filled(10_000, maxList, (text, i) => {
    return { keys: [`${i} ${text}`], clicks: 1, impressions: 2, ctr: 0.5, position: 3 }
  }),
)

/** An envelope of DataForSEO with a list of items in its middle. */
function task(asked: string, items: string): string {
  const target = /"target":"([^"]*)"/.exec(asked)?.[1] ?? ''
  const result = `{"target":${JSON.stringify(target)},"total_count":1000,"items":${items}}`
  return `{"status_code":20000,"tasks":[{"status_code":20000,"cost":0,"result":[${result}]}]}`
}

function provided(url: string, asked: string): string {
  if (url.includes('/ranked_keywords/')) return task(asked, ranked())
  if (url.includes('/backlinks/')) return task(asked, backlinks())
  if (url.includes('/serp/')) return task(asked, results())
  if (url.includes('/token')) return '{"access_token":"simulated","expires_in":3600}'
  return asked.includes('"query"') || asked.includes('"page"') ? `{"rows":${queries()}}` : '{"rows":[]}'
}

const server = createServer(async (request, answer) => {
  const { url = '/', headers } = request
  answer.on('error', () => {})
  if (url === '/ready') return void answer.end()
  const site = sites[(headers.host ?? '').split('.')[0] ?? '']
  if (site) return site()(url, answer)
  const asked = Buffer.concat(await request.toArray()).toString()
  answer.writeHead(200, { 'content-type': 'application/json' }).end(provided(url, asked))
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
