// Sites of strangers in a process of their own: each host sends the worst text of one bound.
import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { hostilePages } from '../../services/content/src/page/testing/hostile.ts'
import { hostileTexts } from '../../services/content/src/structured-data/testing/hostile.ts'

// A stranger's own machine takes no time of the service's.
comeAfterCalls()

type Site = (path: string, answer: ServerResponse) => void
const maxPage = 2_000_000
const links = (path: (i: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => `<a href="${path(i)}">a</a>`).join('')
const html = (answer: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)

/** A robots.txt and pages whose links it is compared with. */
function ruled(rules: readonly string[], path: (i: number) => string): Site {
  const robots = `User-agent: *\n${rules.join('\n')}`.slice(0, 512_000)
  const page = links(path, 5_000)
  return (asked, answer) => (asked === '/robots.txt' ? answer.end(robots) : html(answer, page))
}

/** Fifty sitemaps of one text each. */
function mapped(piece: string, isPacked: boolean): Site {
  const text = Buffer.from(`<urlset>${piece.repeat(Math.ceil(40_000_000 / piece.length))}`)
  const body = isPacked ? gzipSync(text) : text
  const robots = Array.from({ length: 50 }, (_, i) => `Sitemap: /map-${i}.xml`).join('\n')
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

const long = (i: number) => `/${'a'.repeat(1_900)}${i}`
const script = (json: string) => `<script type="application/ld+json">${json}</script>`
const sites: Record<string, () => Site> = {
  robots: () =>
    ruled(
      Array.from({ length: 51_000 }, () => 'allow:*ab'),
      long,
    ),
  wildcards: () =>
    ruled(
      Array.from({ length: 1_000 }, (_, i) => `disallow:*${'a'.repeat(1 + (i % 90))}b${'a'.repeat(300)}`),
      long,
    ),
  attributes: () => mapped('<url a="1" b="2" c="3" d="4" e="5"/>', false),
  packed: () => mapped('<url><loc>https://packed.hostile.example/page</loc></url>', true),
  pages: () => paged(Object.values(hostilePages).map((make) => make(maxPage))),
  data: () => paged(Object.values(hostileTexts).map((make) => script(make().slice(0, 500_000)))),
  headers: () =>
    paged(['<title>A</title>'], {
      link: '<https://headers.hostile.example/>; rel="canonical", '.repeat(120),
      'x-robots-tag': 'unavailable_after: , '.repeat(300),
    }),
  charset: () => (asked, answer) =>
    asked === '/robots.txt'
      ? answer.end()
      : answer.writeHead(200, { 'content-type': 'text/html; charset=iso-2022-jp' }).end(Buffer.alloc(maxPage, 0x1b)),
  calm: () =>
    paged(Array.from({ length: 20 }, (_, i) => `<title>Page ${i} of a calm site</title><p>${'word '.repeat(300)}`)),
}

const made = new Map<string, Site>()
const server = createServer((request, answer) => {
  if (request.url === '/ready') return void answer.end()
  const name = (request.headers.host ?? '').split('.')[0] ?? ''
  const make = sites[name]
  if (!make) return void answer.writeHead(404).end()
  const site = made.get(name) ?? make()
  made.set(name, site)
  answer.on('error', () => {})
  site(request.url ?? '/', answer)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
