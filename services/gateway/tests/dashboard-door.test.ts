import { until } from '@rts/local/testing/until'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { verifierOf } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInsAtOnce, visitsAtOnce } from '../src/http/common/limits.ts'
import { connectRaw, exchangeRaw } from './support/raw-client.ts'
import { answer, type Received, type SimulatedService, simulateService } from './support/simulated-service.ts'
import { type Gateway, startWorld, type World } from './support.ts'

let world: World
let gateway: Gateway
let dashboard: SimulatedService
let url: string
beforeAll(async () => {
  world = await startWorld()
  dashboard = await simulateService()
  gateway = await world.start({ env: { DASHBOARD_URL: dashboard.url, TRUSTED_PROXY_HOPS: '1' } })
  url = `http://127.0.0.1:${gateway.port}`
})
afterAll(async () => {
  await world.stop()
  await dashboard.stop()
})
beforeEach(() => {
  dashboard.forget()
  dashboard.answerWith()
})

const verify = verifierOf('dashboard')
const seen = (): Received => {
  const [received] = dashboard.received
  if (!received) throw new Error('nothing reached the dashboard')
  return received
}
const callerOf = ({ method, target, body, header }: Received) =>
  verify(
    { caller: header(callerHeader) ?? '', signature: header(signatureHeader) ?? '' },
    { method, target, body },
    Date.now(),
  )

describe('the dashboard gets', () => {
  it('a visitor, signed with its network and the Host that it named, and only listed headers', async () => {
    const headers = {
      cookie: 'rts=token',
      origin: url,
      'x-account': 'a1',
      'content-type': 'application/json',
      authorization: 'Bearer rts_sk_secret',
      'x-forwarded-for': '203.0.113.9',
      [callerHeader]: 'forged',
      'x-rts-role': 'owner',
    }
    await fetch(`${url}/api/session?a=%2F`, { method: 'POST', headers, body: '{"a":1}' })
    const received = seen()
    expect(received).toMatchObject({ method: 'POST', target: '/api/session?a=%2F' })
    expect(received.body.toString()).toBe('{"a":1}')
    const caller = callerOf(received)
    expect(caller).toMatchObject({ kind: 'visitor', accountId: '', role: null, keyId: null, collect: 'deny' })
    expect(caller).toMatchObject({ host: `127.0.0.1:${gateway.port}`, network: { from: '203.0.113.0/24' } })
    expect(received.header('cookie')).toBe('rts=token')
    expect(received.header('origin')).toBe(url)
    expect(received.header('x-account')).toBe('a1')
    expect(received.header('authorization')).toBeUndefined()
    expect(received.header('x-rts-role')).toBeUndefined()
    expect(received.header('x-forwarded-for')).toBeUndefined()
  })

  it('everything but the addresses for programs, which answer JSON and reach no service', async () => {
    for (const path of ['/http', '/http/', '/http/v2/projects', '/.well-known/x', '/mcp/other']) {
      const reply = await fetch(url + path)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 404, 'application/problem+json'])
    }
    await fetch(`${url}/http/v1/projects`)
    expect(dashboard.received).toEqual([])
    for (const path of ['/', '/signup', '/assets/a.js', '/httpx', '/%68ttp/v1/projects', '//http/v1/projects'])
      await exchangeRaw(gateway.port, `HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect(dashboard.received.map(({ target }) => target)).toEqual([
      '/',
      '/signup',
      '/assets/a.js',
      '/httpx',
      '/%68ttp/v1/projects',
      '//http/v1/projects',
    ])
    expect(world.projects.received).toEqual([])
  })
})

describe('the browser gets', () => {
  it('status, cookies, security headers and caching as the dashboard says, and none of its other headers', async () => {
    const headers = {
      'Set-Cookie': 'a=1; HttpOnly\r\nSet-Cookie: b=2',
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: '"x"',
      'Content-Type': 'text/javascript',
      'x-rts-code': 'inner',
      Server: 'inner',
    }
    dashboard.answerWith((_request, socket) => void socket.write(answer(203, 'let a', headers)))
    const reply = await fetch(`${url}/assets/a.js`)
    expect(reply.status).toBe(203)
    expect(await reply.text()).toBe('let a')
    expect(reply.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2'])
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(reply.headers.get('etag')).toBe('"x"')
    for (const name of ['x-rts-code', 'server', 'ratelimit']) expect(reply.headers.get(name)).toBeNull()
  })

  it('no caching unless the dashboard allows it, and its own errors unchanged', async () => {
    dashboard.answerWith((_request, socket) => void socket.write(answer(500, { code: 'internal' })))
    const reply = await fetch(`${url}/api/op/x`, { method: 'POST' })
    expect([reply.status, reply.headers.get('cache-control'), await reply.json()]).toEqual([
      500,
      'no-store',
      { code: 'internal' },
    ])
  })

  it('HSTS on every answer where PUBLIC_URL is https, on none where it is http', async () => {
    const secure = await world.start({ env: { DASHBOARD_URL: dashboard.url, PUBLIC_URL: 'https://ranks.example' } })
    for (const path of ['/sites', '/http/v1/projects', '/mcp', '/.well-known/x', '/http/v2']) {
      const [over, open] = await Promise.all([fetch(`http://127.0.0.1:${secure.port}${path}`), fetch(url + path)])
      expect([path, over.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
      expect([path, open.headers.get('strict-transport-security')]).toEqual([path, null])
    }
  })

  it('503 while the dashboard is not reachable, without an allowance', async () => {
    const lost = await world.start({ env: { DASHBOARD_URL: 'http://127.0.0.1:9' } })
    const reply = await fetch(`http://127.0.0.1:${lost.port}/`)
    const problem = Object(await reply.json())
    expect([reply.status, problem.code, problem.allowance]).toEqual([503, 'unavailable', undefined])
  })

  it('a JSON 404 where no dashboard runs, or it is disabled', async () => {
    for (const env of [{}, { DASHBOARD_URL: dashboard.url, DISABLED_SERVICES: 'dashboard' }]) {
      const without = await world.start({ env })
      const reply = await fetch(`http://127.0.0.1:${without.port}/signup`)
      expect([reply.status, Object(await reply.json()).code]).toEqual([404, 'not_found'])
    }
    expect(dashboard.received).toEqual([])
  })
})

describe('the gateway refuses', () => {
  it('405 for other methods than GET, HEAD and POST', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await fetch(`${url}/api/op/x`, { method })
      expect([method, reply.status, reply.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, POST'])
    }
    expect(dashboard.received).toEqual([])
  })

  it('413 for a body of 5 MB, and above 64 KB for a browser that shows no session', async () => {
    const send = (bytes: number, cookie: string) =>
      fetch(`${url}/api/op/x`, { method: 'POST', headers: { cookie }, body: 'x'.repeat(bytes) })
    expect((await send(65_537, 'other=1')).status).toBe(413)
    expect((await send(5_000_000, 'rts=token')).status).toBe(413)
    expect(dashboard.received).toEqual([])
    expect((await send(65_537, 'a=1; __Host-rts=token')).status).toBe(200)
  })

  it('400 for odd framing, with nothing passed on', async () => {
    const heads = [
      'POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'GET /#a HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
    ]
    for (const head of heads) expect([head, (await exchangeRaw(gateway.port, head)).status]).toEqual([head, 400])
    expect(dashboard.received).toEqual([])
  })

  it('429 for more requests at once than one network may have, while others are served', async () => {
    dashboard.answerWith(() => {})
    const open = await Promise.all(Array.from({ length: visitsAtOnce }, () => connectRaw(gateway.port)))
    const from = (address: string) => `GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`
    for (const connection of open) connection.send(from('203.0.113.1'))
    await until('all to be under way', () => dashboard.received.length === visitsAtOnce)
    expect((await exchangeRaw(gateway.port, from('203.0.113.1'))).status).toBe(429)
    dashboard.answerWith()
    expect((await exchangeRaw(gateway.port, from('203.0.113.2'))).status).toBe(200)
    for (const connection of open) connection.socket.destroy()
  })
})

describe('a flood of sign-ins', () => {
  const signIn = (address: string) =>
    `POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Length: 2\r\n\r\n{}`

  it('takes no place from pages, and a try without a place is a 429 with Retry-After', async () => {
    dashboard.answerWith(() => {})
    const flood = await Promise.all(Array.from({ length: signInsAtOnce }, () => connectRaw(gateway.port)))
    for (const [i, connection] of flood.entries()) connection.send(signIn(`203.0.113.${i}`))
    await until('all to be under way', () => dashboard.received.length === signInsAtOnce)
    const refused = await exchangeRaw(gateway.port, signIn('198.51.100.1'))
    expect([refused.status, refused.header('retry-after'), refused.json.code]).toEqual([429, '1', 'rate_limited'])
    dashboard.answerWith()
    const page = await exchangeRaw(
      gateway.port,
      'GET /sites HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n',
    )
    expect(page.status).toBe(200)
    for (const connection of flood) connection.socket.destroy()
  })

  it('that fails opens no breaker for pages', async () => {
    dashboard.answerWith((_request, socket) => socket.destroy())
    const tries = () =>
      Promise.all(Array.from({ length: 25 }, (_, i) => exchangeRaw(gateway.port, signIn(`203.0.113.${i}`))))
    await until('the breaker of sign-ins to open', async () => (await tries()).some(({ status }) => status === 503))
    dashboard.answerWith()
    expect((await fetch(`${url}/sites`)).status).toBe(200)
  })
})

it('429 for more requests at once than one /48 of IPv6 may have, whichever of its networks they come from', async () => {
  dashboard.answerWith(() => {})
  const open = await Promise.all(Array.from({ length: visitsAtOnce }, () => connectRaw(gateway.port)))
  const from = (address: string) => `GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`
  for (const [i, connection] of open.entries()) connection.send(from(`2001:db8:1:${i.toString(16)}::1`))
  await until('all to be under way', () => dashboard.received.length === visitsAtOnce)
  expect((await exchangeRaw(gateway.port, from('2001:db8:1:ffff::1'))).status).toBe(429)
  dashboard.answerWith()
  expect((await exchangeRaw(gateway.port, from('2001:db8:2:1::1'))).status).toBe(200)
  for (const connection of open) connection.socket.destroy()
})

it('a visit is no call of an account: its minute and its day are for REST alone', async () => {
  const key = await world.newKey()
  const headers = { authorization: `Bearer ${key.secret}` }
  for (let i = 0; i < 40; i++) expect((await fetch(`${url}/`, { headers })).status).toBe(200)
  expect(await world.day(key.accountId)).toEqual({ used: 0, charged: 0, givenBack: 0 })
  expect(await world.stamps(key.id)).toBe(0)
})
