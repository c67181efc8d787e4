import { setTimeout } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFetchThread, type FetchThread } from './fetch-thread.ts'
import { useWeb } from './testing/web.ts'

const left: string[] = []
const web = useWeb({
  '/page': (response, request) => response.end(`hello ${request.headers.host}`),
  '/large': (response) => response.end(Buffer.alloc(2_000_000, 'a')),
  '/away': (response) => response.writeHead(302, { location: 'http://else.sandbox.example/page' }).end(),
  '/silent': (response) => response.once('close', () => left.push('/silent')),
})
const url = (path: string) => `http://demo.sandbox.example${path}`

let fetcher: FetchThread
beforeAll(() => {
  const overrides = new Map([['*.sandbox.example', { address: '127.0.0.1', port: web.port() }]])
  fetcher = createFetchThread({ userAgent: 'tests', overrides })
})
afterAll(() => fetcher.close())

it('answers as the fetcher does, many at once, with bodies that another thread can take over', async () => {
  const both = await Promise.all([fetcher.get(url('/page')), fetcher.get(url('/large'))])
  expect(both).toMatchObject([
    { ok: true, url: url('/page'), status: 200 },
    { ok: true, url: url('/large'), status: 200 },
  ])
  const bodies = both.map((fetched) => (fetched.ok ? fetched.body : new Uint8Array()))
  expect(bodies.map(({ length, buffer }) => [length, buffer.byteLength])).toEqual([
    [26, 26],
    [2_000_000, 2_000_000],
  ])
  expect(Buffer.from(bodies[0] ?? '').toString()).toBe('hello demo.sandbox.example')
})

it('keeps the bounds of a fetch: of a domain, of what is read', async () => {
  expect(await fetcher.get(url('/away'), { within: 'demo.sandbox.example' })).toMatchObject({ kind: 'other_site' })
  expect(await fetcher.get(url('/away'), { keepsRedirects: true })).toMatchObject({ ok: true, status: 302 })
  const [cut, refused] = [{ maxBytes: 1_000, truncate: true }, { maxBytes: 1_000 }]
  expect(await fetcher.get(url('/large'), cut)).toMatchObject({ ok: true, isTruncated: true, body: { length: 1_000 } })
  expect(await fetcher.get(url('/large'), refused)).toMatchObject({ kind: 'too_large' })
  expect(await fetcher.get('http://127.0.0.1/')).toMatchObject({ ok: false, kind: 'bad_url' })
})

it('ends a fetch whose caller has left, and begins none for one', async () => {
  const leaving = new AbortController()
  const silent = fetcher.get(url('/silent'), { signal: leaving.signal })
  await until('the request', () => web.requests().length === 1)
  leaving.abort()
  expect(await silent).toMatchObject({ ok: false, kind: 'stopped' })
  await until('the connection to close', () => left.length === 1)
  expect(await fetcher.get(url('/page'), { signal: AbortSignal.abort() })).toMatchObject({ kind: 'stopped' })
})

it('fetches again after its thread has ended for want of fetches', async () => {
  const overrides = new Map([['*.sandbox.example', { address: '127.0.0.1', port: web.port() }]])
  const resting = createFetchThread({ userAgent: 'tests', overrides }, 0)
  for (let i = 0; i < 2; i++) {
    expect(await resting.get(url('/page'))).toMatchObject({ ok: true })
    // Timers fire in order: the thread's end was set first and is shorter.
    await setTimeout(5)
  }
  await resting.close()
})
