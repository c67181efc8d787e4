import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exchangeRaw, type RawAnswer } from './support/raw-client.ts'
import { answer, problem } from './support/simulated-service.ts'
import {
  type Call,
  call,
  expectSoundAnswer,
  type Key,
  requestText,
  settles,
  startWorld,
  type World,
} from './support.ts'

let world: World
let key: Key

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey()
  world.projects.answerWith()
  world.projects.forget()
})

const ask = (path: string, more: Call = {}) => call(world.gateway, { key: key.secret, path, ...more })
const strikes = async () => {
  const { rows } = await world.database.pool.query('SELECT strikes FROM api_key WHERE id = $1', [key.id])
  return Number(rows[0]?.strikes)
}

async function expectStruck(reply: RawAnswer, count = 1): Promise<void> {
  expect(reply).toMatchObject({ status: 404, json: { code: 'path_not_listed', strikes: { count, limit: 5 } } })
  expect(world.projects.received).toEqual([])
}

describe('a path that is not on the list is 404 with a strike, and nothing reaches a service', () => {
  it.each([
    '/projects/%2e%2e/x',
    '/projects/../x',
    '/projects/..%2fx',
    '/projects/.%2e/x',
    '/projects/%2e',
    '/projects/..',
    '/projects/p1/keywords/%2E%2e',
    '/projects//',
    '/projects//keywords',
    '///projects',
    '/PROJECTS',
    '/Projects/p1',
    '/projects;a=1',
    '/projects/p1/keywords;v=2',
    '/projects/a%2Fb',
    '/projects/a%5cb',
    '/projects/a\\b',
    '/projects%00',
    '/projects%20',
    '/projects\\..\\x',
    '//evil.test/projects',
    '/../v2/projects',
    '/./projects',
    '/accounts',
    '/projects/p1/competitors/extra',
  ])('%s', async (path) => {
    await expectStruck(await ask(path))
    expect(await world.day(key.accountId)).toMatchObject({ charged: 0 })
  })
})

describe('the listed path', () => {
  it('with one doubled slash in front or one slash behind is forwarded in its canonical form', async () => {
    for (const path of ['//projects', '/projects/', '//projects/', '/projects/?limit=1', '/projects?limit=1']) {
      expect((await ask(path)).status, path).toBe(200)
    }
    const targets = world.projects.received.map(({ target }) => target)
    expect(targets).toEqual(['/projects', '/projects', '/projects', '/projects?limit=1', '/projects?limit=1'])
    expect(await strikes()).toBe(0)
  })

  it('with any single segment as id is the service’s to answer, raw as it came, without a strike', async () => {
    world.projects.answerWith((_request, socket) => void socket.write(problem(404, 'not_found')))
    const ids = [
      'a.b',
      '%',
      '%00',
      '%0d%0a',
      '%ff',
      '%c0%ae',
      '%E0%80%AF',
      '...',
      '%zz',
      'a;b',
      '__proto__',
      '%20',
      'a+b',
      '*',
      "'--",
    ]
    for (const id of ids) {
      const reply = await ask(`/projects/${id}`)
      expect(reply, id).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
    expect(world.projects.received.map(({ target }) => target)).toEqual(ids.map((id) => `/projects/${id}`))
    expect(await strikes()).toBe(0)
    expect(await world.day(key.accountId)).toEqual({ used: 0, charged: ids.length, givenBack: ids.length })
  })

  it('has its query passed on byte for byte, for the service to judge', async () => {
    const queries = [
      'q=a&q=b',
      'q[]=',
      '?__proto__[x]=1',
      'q=%00',
      'q=%ff',
      '=',
      '&&',
      'a=/../x',
      'a=//evil.test',
      `q=${'x'.repeat(8_000)}`,
    ]
    for (const query of queries) expect((await ask(`/projects?${query}`)).status, query).toBe(200)
    expect(world.projects.received.map(({ target }) => target)).toEqual(queries.map((query) => `/projects?${query}`))
    expect(await ask(`/projects?q=${'x'.repeat(8_200)}`)).toMatchObject({ status: 400, json: { code: 'bad_request' } })
  })
})

describe('a target that is no plain path is 400 and costs nothing', () => {
  it.each([
    'http://evil.test/http/v1/projects',
    'https://evil.test:1/projects',
    'http/v1/projects',
    '*',
    '/http/v1/projects#x',
    '/http/v1/projects?x=1#y',
    '/elsewhere#x',
  ])('%s', async (target) => {
    const text = requestText({ key: key.secret }).toString().replace('/http/v1/projects', target)
    const reply = await exchangeRaw(world.gateway.port, text)
    expectSoundAnswer(reply)
    expect(reply.status).toBe(400)
    expect(world.projects.bytes()).toBe('')
    expect(await world.stamps(key.id)).toBe(0)
  })
})

describe('other addresses', () => {
  it.each([
    '/',
    '/http/v1',
    '/http/v1/',
    '/http/v1?x=1',
    '/http/v2/projects',
    '/http',
    '/HTTP/v1/projects',
    '/http/%761/projects',
    '/.well-known/x',
    '/metrics',
    '/readyz',
  ])('%s is a JSON 404 with a request id, without a strike or a place in the minute', async (target) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const text = requestText({ key: key.secret, method, body: method === 'POST' ? '{}' : '' }).toString()
      const reply = await exchangeRaw(world.gateway.port, text.replace('/http/v1/projects', target))
      expectSoundAnswer(reply)
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found', instance: reply.header('x-request-id') } })
    }
    expect(await world.stamps(key.id)).toBe(0)
    expect(await strikes()).toBe(0)
  })
})

describe('a guess of the document of all endpoints', () => {
  const guess = '/openapi.json'
  const place = 'https://ranks.example/docs/openapi.json'

  it('is a strike that names it with a key, and free without one, which names it too', async () => {
    const env = { DASHBOARD_URL: world.projects.url, PUBLIC_URL: 'https://ranks.example' }
    const gateway = await world.start({ env })
    const reply = await call(gateway, { key: key.secret, path: guess })
    await expectStruck(reply)
    expect(reply.json.detail).toContain(place)
    expect(await call(gateway, { path: guess })).toMatchObject({
      status: 401,
      json: { code: 'missing_key', detail: expect.stringContaining(place) },
    })
    expect(await strikes()).toBe(1)
  })
})

describe('methods', () => {
  it('TRACE, PROPFIND and what a path does not take are 405 with Allow; TRACE echoes nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await ask('/projects', { method, headers: ['X-Echo: canary'] })
      expect(reply.status, method).toBe(405)
      expect(reply.header('allow')).toBe('GET, HEAD, POST')
      expect(reply.text).not.toContain('canary')
    }
    expect(await strikes()).toBe(0)
    expect(await world.stamps(key.id)).toBe(5)
    expect(await world.day(key.accountId)).toMatchObject({ charged: 0 })
    expect(world.projects.received).toEqual([])
  })

  it('CONNECT, lower case and unknown methods are 400', async () => {
    for (const line of [
      'CONNECT evil.test:443 HTTP/1.1',
      'get /http/v1/projects HTTP/1.1',
      'FOO /http/v1/projects HTTP/1.1',
    ]) {
      const reply = await exchangeRaw(
        world.gateway.port,
        `${line}\r\nHost: h\r\nAuthorization: Bearer ${key.secret}\r\n\r\n`,
      )
      expectSoundAnswer(reply)
      expect(reply.status, line).toBe(400)
    }
  })

  it('OPTIONS is 405 with Allow, and 403 with an Origin; no answer speaks CORS', async () => {
    const plain = await ask('/projects', { method: 'OPTIONS' })
    expect(plain).toMatchObject({ status: 405, json: { detail: 'This path takes GET or POST, not OPTIONS' } })
    expect(plain.header('allow')).toBe('GET, HEAD, POST')
    const preflight = await ask('/projects', {
      method: 'OPTIONS',
      headers: ['Origin: https://x', 'Access-Control-Request-Method: GET'],
    })
    expect(preflight).toMatchObject({ status: 403, json: { code: 'browser_not_allowed' } })
    for (const reply of [plain, preflight, await ask('/projects')]) {
      expect(reply.head.lines.filter(([name]) => name.startsWith('access-control') || name === 'etag')).toEqual([])
    }
  })

  it('headers that name another method or address are ignored and not forwarded', async () => {
    const headers = [
      'X-HTTP-Method-Override: DELETE',
      'X-HTTP-Method: DELETE',
      'X-Original-URL: /internal',
      'X-Rewrite-URL: /internal',
      'X-Forwarded-Prefix: /internal',
    ]
    expect((await ask('/projects?_method=DELETE', { headers })).status).toBe(200)
    expect(world.projects.received).toMatchObject([{ method: 'GET', target: '/projects?_method=DELETE' }])
    expect(world.projects.bytes()).not.toMatch(/override|x-original|x-rewrite|internal/i)
  })

  it('a GET with a body is 400, and takes a place in the minute', async () => {
    expect(await ask('/projects', { body: '{}' })).toMatchObject({ status: 400, json: { code: 'bad_request' } })
    expect(await world.stamps(key.id)).toBe(1)
    const empty = await ask('/projects', { headers: ['Content-Length: 0', 'Content-Type: application/json'] })
    expect(empty.status).toBe(200)
  })
})

describe('strikes', () => {
  it('unknown ids never cost a key: only paths off the list do', async () => {
    world.projects.answerWith((_request, socket) => void socket.write(problem(404, 'not_found')))
    for (let i = 0; i < 6; i++) expect((await ask(`/projects/unknown${i}`)).status).toBe(404)
    world.projects.answerWith((_request, socket) => void socket.write(answer(200, { projects: [] })))
    expect((await ask('/projects')).status).toBe(200)
  })

  it('an unlisted path names the document of all endpoints, where a dashboard serves it', async () => {
    const env = { DASHBOARD_URL: world.projects.url, PUBLIC_URL: 'https://ranks.example/' }
    const reply = await call(await world.start({ env }), { path: '/openapi.json', key: key.secret })
    await expectStruck(reply, 1)
    expect(reply.json.detail).toMatch(
      /^This path is not on the list of endpoints \(https:\/\/ranks\.example\/docs\/openapi\.json\)/,
    )
  })

  it('five unlisted paths are 404 and count up, the sixth call is 401, and owner and support are written to once', async () => {
    for (let count = 1; count <= 5; count++) {
      const reply = await ask(`/project/${count}`)
      await expectStruck(reply, count)
      const end = count < 5 ? 'strike 5 revokes the key' : 'the key is revoked now'
      expect(reply.json.detail).toBe(
        `This path is not on the list of endpoints; the nearest one is GET /projects/:id. This is strike ${count} of 5: ${end}`,
      )
    }
    const after = await ask('/projects')
    expect(after).toMatchObject({ status: 401, json: { code: 'invalid_key' } })
    const notices =
      'SELECT consumer FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id WHERE e.aggregate = $1 ORDER BY 1'
    const { rows } = await world.database.pool.query(notices, [`key:${key.id}`])
    expect(rows.map(({ consumer }) => consumer)).toEqual(['gateway.notices'])
  })

  it('of 20 unlisted paths in parallel over three gateways exactly five are 404', async () => {
    const gateways = [world.gateway, await world.start(), await world.start()]
    const asked = Array.from({ length: 20 }, (_, i) =>
      call(gateways[i % 3] ?? world.gateway, { key: key.secret, path: `/nowhere/${i}` }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(5)
    expect(statuses.filter((status) => status === 401)).toHaveLength(15)
    await settles('five strikes', strikes, 5)
  })
})
