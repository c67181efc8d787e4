import { type IncomingHttpHeaders, request } from 'node:http'
import { connectPath, mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizePath, type OAuth, registerPath, revokePath, startOAuth, tokenPath } from './support/oauth.ts'
import type { Gateway } from './support.ts'

let oauth: OAuth
let publicGateway: Gateway
beforeAll(async () => {
  oauth = await startOAuth()
  const { url } = oauth.world.projects
  const env = { HOST: '0.0.0.0', MCP_URL: url, DASHBOARD_URL: url, MCP_ALLOWED_ORIGINS: 'https://claude.ai' }
  publicGateway = await oauth.world.start({ env })
})
afterAll(() => oauth.world.stop())

type Sent = { method?: string; headers?: Record<string, string>; body?: string; to?: Gateway }
type Answered = { status: number; headers: IncomingHttpHeaders }

/** Sends a request with just these headers: `fetch` writes some of its own. */
function send(path: string, { method = 'GET', headers = {}, body, to = oauth.gateway }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    request({ port: to.port, path, method, headers }, (answer) => {
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
    })
      .once('error', reject)
      .end(body)
  })
}
const corsOf = ({ headers }: Answered) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')))
const page = 'https://page.example'
const preflight = (path: string, origin: string, method: string, more: Record<string, string> = {}, to?: Gateway) =>
  send(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, ...more },
    ...(to && { to }),
  })

const fetched = [
  [`/.well-known/oauth-protected-resource${connectPath}`, 'GET', 200],
  [`/.well-known/oauth-authorization-server${connectPath}`, 'GET', 200],
  [registerPath, 'POST', 400],
  [tokenPath, 'POST', 400],
  [revokePath, 'POST', 400],
] as const

describe('an address that clients of OAuth fetch', () => {
  it.each(fetched)(
    '%s is readable for pages of any origin, also a refusal, and never with cookies',
    async (path, method, status) => {
      const headers = { origin: page, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await send(path, { method, headers })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*'])
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      const wrong = await send(path, { method: 'PUT', headers })
      expect([wrong.status, wrong.headers['access-control-allow-origin']]).toEqual([405, '*'])
    },
  )

  it.each(fetched)('%s answers the preflight that a header of the protocol causes', async (path, method) => {
    const asked = { 'access-control-request-headers': 'mcp-protocol-version' }
    const answer = await preflight(path, page, method, asked)
    expect(answer).toMatchObject({ status: 204 })
    expect(corsOf(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': method,
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': '7200',
    })
  })

  it('a preflight that can be read in two ways is refused, and one without an origin is another method', async () => {
    const twice = await preflight(tokenPath, page, 'POST', { expect: 'something' })
    expect([twice.status, twice.headers.connection]).toEqual([400, 'close'])
    expect((await send(tokenPath, { method: 'OPTIONS' })).status).toBe(405)
  })

  it('the page where a person consents is for no other page to read', async () => {
    const answer = await send(`${authorizePath}?a=b`, { headers: { origin: page } })
    expect([answer.status, corsOf(answer)]).toEqual([303, {}])
  })
})

describe('the server API and the dashboard', () => {
  it.each(['/http/v1/projects', '/api/op/sites.list', '/'])('%s speaks no CORS', async (path) => {
    for (const origin of [page, 'http://localhost:6274']) {
      const answers = [
        await preflight(path, origin, 'POST'),
        await send(path, { headers: { origin } }),
        await send(path, { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: '{}' }),
      ]
      for (const answer of answers) expect(corsOf(answer)).toEqual({})
    }
  })
})

describe.each([mcpPath, connectPath])('%s', (path) => {
  const local = [
    'http://localhost:6274',
    'http://127.0.0.1',
    'http://127.0.0.1:8080',
    'https://localhost',
    'http://[::1]:3000',
  ]
  const foreign = [
    'null',
    '',
    page,
    'http://192.168.0.2',
    'http://0.0.0.0',
    'file://',
    'chrome-extension://localhost',
    'http://localhost.page.example',
    'http://127.0.0.1.page.example',
    'http://page.example:80@localhost',
    'http://localhost/path',
    'HTTP://LOCALHOST',
    'http://2130706433',
  ]
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const ask = (headers: Record<string, string>, to = oauth.gateway) =>
    send(path, { method: 'POST', headers: { ...types, ...headers }, body: message, to })

  it('is open to pages of this machine while only this machine reaches it', async () => {
    for (const origin of local) {
      const answer = await ask({ origin })
      expect([origin, answer.status]).toEqual([origin, path === mcpPath ? 200 : 401])
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
      expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      const asked = await preflight(path, origin, 'POST')
      expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, 'POST, GET, DELETE'])
    }
  })

  it('stays closed to all others, also their preflight', async () => {
    for (const origin of foreign)
      for (const answer of [await ask({ origin }), await preflight(path, origin, 'POST')])
        expect([origin, answer.status, corsOf(answer)]).toEqual([origin, 403, {}])
  })

  it('stays closed to a page under a name that leads here, whatever origin it shows', async () => {
    for (const origin of ['http://localhost:6274', 'http://rebound.example'])
      expect((await ask({ origin, host: 'rebound.example' })).status).toBe(403)
  })

  it('knows the operator’s list alone where others reach it', async () => {
    expect((await ask({ origin: 'http://localhost:6274' }, publicGateway)).status).toBe(403)
    const listed = await preflight(path, 'https://claude.ai', 'POST', {}, publicGateway)
    expect([listed.status, listed.headers['access-control-allow-origin']]).toEqual([204, 'https://claude.ai'])
    expect((await preflight(path, page, 'POST', {}, publicGateway)).status).toBe(403)
  })

  it('refuses the methods that clients try, so that a page can read it', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await send(path, { method, headers: { origin: 'http://localhost:6274' } })
      expect([status, headers['access-control-allow-origin']]).toEqual([
        path === mcpPath ? 405 : 401,
        'http://localhost:6274',
      ])
    }
  })
})
