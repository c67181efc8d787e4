import { gzipSync } from 'node:zlib'
import { useFetchers, useWeb } from '@rts/outside/guarded/testing/web'
import { afterAll, expect, it } from 'vitest'
import { createPageReaders, createVerifier } from './verifier.ts'

const html =
  (body: string, headers: Record<string, string> = {}) =>
  (response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
const link = (rel = '') => `<title>Größe</title><a href="https://www.peets.com/beans/"${rel}>Beans</a>`
const huge = 'x'.repeat(3_000_000)
// Packed in advance: it takes longer than a fetch may.
const bomb = gzipSync(Buffer.alloc(50_000_000))

const web = useWeb({
  '/': html(link()),
  '/unfollowed': html(link(' rel="sponsored"')),
  '/by-header': html(link(), { 'x-robots-tag': 'noindex, nofollow' }),
  '/without': html('<p>nothing</p>'),
  '/elsewhere': html('<a href="https://peets.com/other">x</a>'),
  '/latin': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.from(`<meta charset=latin1>${link()}`, 'latin1')),
  '/pdf': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  '/deleted': (response) => response.writeHead(410).end(),
  '/refused': (response) => response.writeHead(403).end(link()),
  '/broken': (response) => response.writeHead(500).end(),
  '/huge-with': html(link() + huge),
  '/huge-without': html(huge + link()),
  '/bomb': (response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
  '/moved': (response) => response.writeHead(301, { location: '/' }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/private': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/silent': () => undefined,
  '/long-base': html(
    `<base href="https://www.peets.com/${'a'.repeat(1_000_000)}/">${'<a href="b">c</a>'.repeat(60_000)}`,
  ),
})
const fetcherWith = useFetchers()
const readers = createPageReaders()
afterAll(() => readers.stop())
function look(path: string, urlTo: string | null = 'https://peets.com/beans') {
  const overrides = new Map([['blog.example', { address: '127.0.0.1', port: web.port() }]])
  const fetcher = fetcherWith({ overrides, resolve: async () => [], limits: { headersMs: 2_000, totalMs: 10_000 } })
  const address = path.startsWith('/') ? `http://blog.example${path}` : path
  return createVerifier(fetcher, readers).look(address, urlTo, 'peets.com')
}

const found = { status: 200, isLost: false, isGone: false, anchor: 'Beans', rel: [], dofollow: true, title: 'Größe' }
const nothing = { isLost: null, isGone: null, anchor: null, dofollow: null }

it.each([
  ['that links', '/', found],
  ['whose link is not followed', '/unfollowed', { ...found, rel: ['sponsored'], dofollow: false }],
  ['whose header asks robots to stay away', '/by-header', { ...found, isGone: true, dofollow: false }],
  ['in another encoding', '/latin', found],
  ['that moved', '/moved', found],
  ['without the link', '/without', { status: 200, isLost: true, isGone: false, anchor: null }],
  ['with a link to another page of the site', '/elsewhere', { isLost: true, linksOnPage: 1 }],
  ['that was deleted', '/deleted', { status: 410, isLost: true, isGone: true }],
  ['that was never there', '/absent', { status: 404, isLost: true, isGone: true }],
  ['that refuses us', '/refused', { ...nothing, status: 403 }],
  ['that is broken', '/broken', { ...nothing, status: 500 }],
  ['that is no HTML', '/pdf', { ...nothing, status: 200 }],
  ['that is huge, with the link in what was read', '/huge-with', { ...found, linksOnPage: null }],
  ['that is huge, without it there', '/huge-without', { ...nothing, status: 200, isGone: false }],
  ['that is a bomb', '/bomb', { ...nothing, status: 200, isGone: false }],
  ['whose base is a megabyte for 60,000 links', '/long-base', { status: 200, isLost: true, linksOnPage: 0 }],
  ['that redirects for ever', '/round', { ...nothing, status: null }],
  ['that leads to a private place', '/private', { ...nothing, status: null }],
  ['on a private place', 'http://127.0.0.1/', { ...nothing, status: null }],
  ['that never answers', '/silent', { ...nothing, status: null }],
])('a page %s', async (_case, path, seen) => {
  expect(await look(path)).toMatchObject(seen)
})

it('any link to the site will do where the address is unknown', async () => {
  expect(await look('/elsewhere', null)).toMatchObject({ isLost: false, anchor: 'x' })
})
