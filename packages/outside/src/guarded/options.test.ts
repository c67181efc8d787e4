import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { useFetchers, useWeb } from './testing/web.ts'

const web = useWeb({
  '/page': (response) => response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5' }).end('hello'),
  '/file': (response) => {
    response.writeHead(200, { 'content-type': 'application/zip' }).write('endless')
  },
  '/to': (response) => {
    response.writeHead(301, { location: '/page' }).write('an answer without an end')
  },
  '/coded': (response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end(),
  '/unknown': (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end(),
  '/204': (response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end(),
  '/304': (response) => response.writeHead(304, { 'content-encoding': 'br' }).end(),
  '/empty': (response) => response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '0' }).end(),
  '/cut': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello').subarray(0, 12)),
  '/large': (response) => response.end(Buffer.alloc(3_000_000, 'x')),
})
const fetcherWith = useFetchers()
const site = 'http://demo.sandbox.example'
const fetcher = () =>
  fetcherWith({ overrides: new Map([['demo.sandbox.example', { address: '127.0.0.1', port: web.port() }]]) })
const text = (body: Uint8Array) => Buffer.from(body).toString()

it('answers a redirect itself, without its body, where it should not follow', async () => {
  const answer = await fetcher().get(`${site}/to`, { keepsRedirects: true })
  expect(answer).toMatchObject({ ok: true, status: 301, hops: [], headers: { location: '/page' } })
})

it('reads the bodies of the wanted types alone', async () => {
  const page = await fetcher().get(`${site}/page`, { types: /^text\/html/ })
  const file = await fetcher().get(`${site}/file`, { types: /^text\/html/ })
  expect(page.ok && text(page.body)).toBe('hello')
  expect(file.ok && [file.status, file.body.length]).toEqual([200, 0])
})

it('asks for the head of an answer alone', async () => {
  const answer = await fetcher().get(`${site}/page`, { method: 'HEAD' })
  expect(answer).toMatchObject({ ok: true, status: 200, headers: { 'content-length': '5' } })
  expect(web.requests().map(({ method }) => method)).toEqual(['HEAD'])
})

it.each([
  ['/coded', 'HEAD', 404],
  ['/unknown', 'HEAD', 200],
  ['/204', 'GET', 204],
  ['/304', 'GET', 304],
  ['/empty', 'GET', 200],
] as const)('decodes nothing where there is no body: %s by %s', async (path, method, status) => {
  const answer = await fetcher().get(`${site}${path}`, { method })
  expect(answer).toMatchObject({ ok: true, status, body: Buffer.alloc(0), isTruncated: false })
})

it('still refuses a body whose coding ends in its middle', async () => {
  expect(await fetcher().get(`${site}/cut`)).toMatchObject({ ok: false, kind: 'bad_encoding' })
})

it('hands a body on piece by piece and keeps nothing of it, within a limit of its own', async () => {
  let size = 0
  const read = async (body: AsyncIterable<Uint8Array>) => {
    for await (const piece of body) size += piece.length
  }
  expect(await fetcher().get(`${site}/large`, { read })).toMatchObject({ ok: false, kind: 'too_large' })
  size = 0
  const answer = await fetcher().get(`${site}/large`, { read, maxBytes: 4_000_000 })
  expect([size, answer.ok && answer.body.length]).toEqual([3_000_000, 0])
})
