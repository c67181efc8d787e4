import { createServer } from 'node:net'
import { until } from '@rts/local/testing/until'
import { afterAll, expect, it } from 'vitest'
import type { FetcherSettings } from './fetcher.ts'
import { fetchFailed } from './refusal.ts'
import { outcome, useFetchers, useWeb } from './testing/web.ts'

const stopped: string[] = []
const web = useWeb({
  '/ok': (response, request) => response.end(`hello ${request.headers.host}`),
  '/to': (response, request) => {
    const location = new URL(request.url ?? '', 'http://web').searchParams.get('url') ?? ''
    response.writeHead(302, { location }).end()
  },
  '/chain': (response, request) => {
    const left = Number(new URL(request.url ?? '', 'http://web').searchParams.get('left'))
    if (left === 0) response.end('arrived')
    else response.writeHead(307, { location: `/chain?left=${left - 1}` }).end()
  },
  '/endless-redirect': (response) => {
    response.writeHead(302, { location: '/ok' }).write('x')
    response.once('close', () => stopped.push('/endless-redirect'))
  },
  '/hangs-up': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  },
  '/headers': (response) =>
    response
      .writeHead(
        200,
        [
          ['x-robots-tag', 'noindex'],
          ['Content-Type', 'text/html'],
          ['link', 'a'],
          ['link', 'b'],
        ].flat(),
      )
      .end(),
})
const junk = createServer((socket) => socket.end('garbage\r\n\r\n')).listen(0, '127.0.0.1')
afterAll(() => junk.close())

const fetcherWith = useFetchers()
const site = 'http://demo.sandbox.example'
function fetcher(settings: Partial<FetcherSettings> = {}) {
  const overrides = new Map([['demo.sandbox.example', { address: '127.0.0.1', port: web.port() }]])
  return fetcherWith({ overrides, resolve: async () => [], ...settings })
}

it('asks with the host, who we are and what we read, and nothing else', async () => {
  expect(await outcome(fetcher(), `${site}/ok`)).toBe('200 hello demo.sandbox.example')
  // 79: no key, no caller, no cookie.
  expect(web.requests()[0]?.headers).toEqual({
    host: 'demo.sandbox.example',
    connection: 'keep-alive',
    'user-agent': 'tests',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
  })
})

it('any status is an answer', async () => expect(await outcome(fetcher(), `${site}/none`)).toBe('404 nothing here'))

it('headers have lower-case names and one value each', async () => {
  const fetched = await fetcher().get(`${site}/headers`)
  expect(fetched).toMatchObject({ headers: { 'x-robots-tag': 'noindex', 'content-type': 'text/html', link: 'a,b' } })
})

it('connections are kept', async () => {
  const kept = fetcher()
  for (let i = 0; i < 20; i++) await outcome(kept, `${site}/ok`)
  expect(web.requests()).toHaveLength(20)
  expect(web.connections()).toBeLessThan(5)
})

it.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://0x7f.1/',
  'http://localhost/',
  '//127.0.0.1/',
  'ftp://x.com/',
  'http://u:p@demo.sandbox.example/ok',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  `${site}:22/`,
  'gopher://x.com/',
])('76: a redirect to %s is refused, and the last address reported is the one that was asked', async (target) => {
  const asked = `${site}/to?url=${encodeURIComponent(target)}`
  expect(await fetcher().get(asked)).toEqual({ ok: false, kind: 'bad_url', url: asked, hops: [], wasAsked: true })
})

it('a redirect to a name with a private address is refused', async () => {
  const target = encodeURIComponent(`http://inside.example.com:${web.port()}/ok`)
  const private_ = fetcher({ resolve: async () => ['127.0.0.1'], ports: new Set([80, web.port()]) })
  expect(await outcome(private_, `${site}/to?url=${target}`)).toBe('not_public')
  expect(web.requests()).toHaveLength(1)
})

it('a redirect away from the domain that was asked for is refused', async () => {
  const target = encodeURIComponent('http://elsewhere.com/')
  expect(await outcome(fetcher(), `${site}/to?url=${target}`, { within: 'sandbox.example' })).toBe('other_site')
  expect(await outcome(fetcher(), `${site}/to?url=%2Fok`, { within: 'sandbox.example' })).toMatch(/^200/)
})

it('five redirects are followed and reported, six are too many', async () => {
  const hops = [5, 4, 3, 2, 1].map((left) => `${site}/chain?left=${left}`)
  const fetched = await fetcher().get(`${site}/chain?left=5`)
  expect(fetched).toMatchObject({ ok: true, url: `${site}/chain?left=0`, hops })
  expect(await outcome(fetcher(), `${site}/chain?left=6`)).toBe('too_many_redirects')
})

it('the body of a redirect is not waited for', async () => {
  expect(await outcome(fetcher(), `${site}/endless-redirect`)).toMatch(/^200/)
  await until('the redirect is left', () => stopped.includes('/endless-redirect'))
})

it('a server that is away, hangs up or speaks something else', async () => {
  const place = junk.address()
  const port = typeof place === 'object' && place ? place.port : 0
  const overrides = new Map([
    ['away.example', { address: '127.0.0.1', port: 1 }],
    ['junk.example', { address: '127.0.0.1', port }],
  ])
  const broken = fetcherWith({ overrides })
  expect(await outcome(broken, 'http://away.example/')).toBe('connect')
  expect(await outcome(broken, 'http://junk.example/')).toBe('protocol')
  expect(await outcome(fetcher(), `${site}/hangs-up`)).toBe('connect')
})

it('the public error has a kind and no address', () => {
  expect(fetchFailed('not_public')).toMatchObject({
    code: 'fetch_failed',
    message: 'The address could not be fetched: its name leads to no public server (not_public)',
  })
})
