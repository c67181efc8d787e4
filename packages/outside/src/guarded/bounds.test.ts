import type { ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { until } from '@rts/local/testing/until'
import { expect, it } from 'vitest'
import type { FetcherSettings } from './fetcher.ts'
import { outcome, useFetchers, useWeb } from './testing/web.ts'

const megabyte = 1_048_576
const gzipBomb = gzipSync(Buffer.alloc(200_000_000))
const brotliBomb = brotliCompressSync(Buffer.alloc(100_000_000))
const coded = (coding: string, body: Uint8Array | string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': coding }).end(body)
const stopped: string[] = []

const web = useWeb({
  '/to': (response, request) => {
    const location = new URL(request.url ?? '', 'http://web').searchParams.get('url') ?? ''
    response.writeHead(302, { location }).end()
  },
  '/gzip': coded('gzip', gzipSync('zipped')),
  '/x-gzip': coded('X-GZIP', gzipSync('zipped')),
  '/br': coded('br', brotliCompressSync('zipped')),
  '/deflate': coded('deflate', deflateSync('zipped')),
  '/identity': coded('identity', 'plain'),
  '/gzip-bomb': coded('gzip', gzipBomb),
  '/brotli-bomb': coded('br', brotliBomb),
  '/doubled': coded('gzip, gzip', gzipSync(gzipSync('x'))),
  '/unknown-coding': coded('compress', 'x'),
  '/no-gzip': coded('gzip', 'not gzip at all'),
  '/no-brotli': coded('br', 'not brotli at all'),
  '/half-gzip': coded('gzip', gzipSync('half a page').subarray(0, 15)),
  '/two-megabytes': (response) => response.end(Buffer.alloc(2 * megabyte, 'x')),
  '/endless': (response) => {
    const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more)
    response.on('drain', more)
    response.once('close', () => stopped.push('/endless'))
    more()
  },
  '/endless-doubled': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).write('x')
    response.once('close', () => stopped.push('/endless-doubled'))
  },
  '/drip': (response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(timer))
  },
  '/silent': () => undefined,
  '/many-headers': (response) => {
    const headers = Array.from({ length: 300 }, (_, i) => [`x-${i}`, 'y'.repeat(100)])
    response.writeHead(200, Object.fromEntries(headers)).end()
  },
})

const fetcherWith = useFetchers()
const site = 'http://demo.sandbox.example'
function fetcher(settings: Partial<FetcherSettings> = {}) {
  const overrides = new Map([['demo.sandbox.example', { address: '127.0.0.1', port: web.port() }]])
  return fetcherWith({ overrides, resolve: async () => [], ...settings })
}

it.each([
  ['gzip', '200 zipped'],
  ['x-gzip', '200 zipped'],
  ['br', '200 zipped'],
  ['deflate', '200 zipped'],
  ['identity', '200 plain'],
  ['doubled', 'bad_encoding'],
  ['unknown-coding', 'bad_encoding'],
  ['no-gzip', 'bad_encoding'],
  ['no-brotli', 'bad_encoding'],
  ['half-gzip', 'bad_encoding'],
])('content coding: /%s comes to %s', async (page, expected) => {
  expect(await outcome(fetcher(), `${site}/${page}`)).toBe(expected)
})

it.each(['gzip-bomb', 'brotli-bomb'])('a %s of a hundred megabytes and more ends at two', async (page) => {
  const before = process.memoryUsage().rss
  expect(await outcome(fetcher(), `${site}/${page}`)).toBe('too_large')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * megabyte)
  const cut = await fetcher().get(`${site}/${page}`, { truncate: true })
  expect(cut).toMatchObject({ ok: true, isTruncated: true, body: { length: 2 * megabyte } })
})

it('an endless body ends at two megabytes, and its server is left', async () => {
  expect(await outcome(fetcher(), `${site}/endless`)).toBe('too_large')
  await until('the server is left', () => stopped.includes('/endless'))
  const cut = await fetcher().get(`${site}/endless`, { truncate: true })
  expect(cut).toMatchObject({ ok: true, isTruncated: true, body: { length: 2 * megabyte } })
})

it('a body that cannot be read is not waited for', async () => {
  expect(await outcome(fetcher(), `${site}/endless-doubled`)).toBe('bad_encoding')
  await until('the server is left', () => stopped.includes('/endless-doubled'))
})

it('a body of just two megabytes is whole', async () => {
  const whole = await fetcher().get(`${site}/two-megabytes`)
  expect(whole).toMatchObject({ ok: true, isTruncated: false, body: { length: 2 * megabyte } })
})

it('what is small when decoded but large on the wire ends at the limit of the wire', async () => {
  const limits = { wireBytes: 10_000, decodedBytes: 1_000 * megabyte }
  expect(await outcome(fetcher({ limits }), `${site}/gzip-bomb`)).toBe('too_large')
})

it('an answer that drips ends with the time of the whole', async () => {
  expect(await outcome(fetcher({ limits: { totalMs: 300 } }), `${site}/drip`)).toBe('timeout')
})

it('redirects share the time of the whole', async () => {
  const target = encodeURIComponent('/drip')
  expect(await outcome(fetcher({ limits: { totalMs: 300 } }), `${site}/to?url=${target}`)).toBe('timeout')
})

it('a server that says nothing ends with the time for headers', async () => {
  expect(await outcome(fetcher({ limits: { headersMs: 200 } }), `${site}/silent`)).toBe('timeout')
})

it('a look-up that never ends is left with the time of the whole', async () => {
  const hanging = fetcher({ resolve: () => new Promise(() => {}), limits: { totalMs: 200 } })
  expect(await outcome(hanging, 'http://slow.example.com/')).toBe('timeout')
})

it('a caller that stops waiting stops the fetch', async () => {
  const waiting = new AbortController()
  const fetched = outcome(fetcher(), `${site}/silent`, { signal: waiting.signal })
  await until('the server is asked', () => web.requests().length === 1)
  waiting.abort()
  expect(await fetched).toBe('stopped')
})

it('sixteen kilobytes of headers are the most', async () => {
  expect(await outcome(fetcher(), `${site}/many-headers`)).toBe('too_large')
})

it('what was fetched can be freed at once, although its time is not over and the caller goes on', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const { signal } = new AbortController()
  const patient = fetcher()
  async function fetchAndForget() {
    const fetched = await patient.get(`${site}/two-megabytes`, { signal })
    return fetched.ok ? new WeakRef(fetched.body) : null
  }
  const body = await fetchAndForget()
  expect(body).not.toBeNull()
  await until('the body is freed', () => {
    collectGarbage()
    return body?.deref() === undefined
  })
})
