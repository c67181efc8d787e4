import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveBackHeader } from '../contract/caller.ts'
import { AppError } from '../errors.ts'
import { freshState, proofOf, sampleSite, startMountedServer } from '../testing/mounted-server.ts'

const state = freshState()
let server: Awaited<ReturnType<typeof startMountedServer>>

beforeAll(async () => {
  server = await startMountedServer(state)
})
afterAll(() => server.close())
beforeEach(() => {
  Object.assign(state, freshState())
})

const get = (target: string) => server.send({ method: 'GET', target })
const post = (body: string | Buffer) => server.send({ body })

describe('a signed call', () => {
  it('reaches its handler and is answered with the whole object', async () => {
    const answer = await post('{"name":"A","domain":"Example.com"}')
    expect(answer).toMatchObject({ status: 200, body: { project: sampleSite, created: true } })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(state.given).toMatchObject([{ body: { name: 'A', domain: 'example.com' }, caller: { accountId: 'acc_1' } }])
  })

  it('that is a poll which costs nothing says so to the gateway, and is the same answer', async () => {
    const charged = await get('/projects')
    state.isFree = true
    const free = await get('/projects')
    expect([charged.headers[giveBackHeader], free.headers[giveBackHeader]]).toEqual([undefined, '1'])
    expect(free.body).toEqual(charged.body)
  })

  it('has the time that the gateway waits', async () => {
    const sentAt = performance.now()
    await get('/projects')
    expect(state.given[0]?.deadlineAt).toBeGreaterThanOrEqual(sentAt + 20_000)
  })

  it('whose caller leaves before the answer tells its handler, and an answered one does not', async () => {
    state.holdsHistory = true
    const path = '/projects/site_1/keywords/k1/history'
    const headers = proofOf('GET', path, '')
    const leaver = httpRequest({ port: server.port, host: '127.0.0.1', path, headers, agent: false })
    leaver.on('error', () => {}).end()
    while (!state.held) await get('/projects')
    const [answered] = state.given
    leaver.destroy()
    await once(state.held, 'abort')
    expect(answered).toMatchObject({ signal: { aborted: false } })
  })

  it('says nothing of the framework', async () => {
    expect((await get('/projects')).headers).not.toHaveProperty('x-powered-by')
  })

  it('of GET has a weak tag of its bytes; a write, a poll that costs nothing and a refusal have none', async () => {
    const tagOf = async (answer: ReturnType<typeof get>) => (await answer).headers.etag
    const tag = await tagOf(get('/projects'))
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(await tagOf(get('/projects'))).toBe(tag)
    expect(await tagOf(get('/projects/site_1'))).not.toBe(tag)
    expect(await tagOf(post('{"name":"A","domain":"example.com"}'))).toBeUndefined()
    expect(await tagOf(get('/projects?nonsense=1'))).toBeUndefined()
    state.isFree = true
    expect(await tagOf(get('/projects'))).toBeUndefined()
  })

  it('has the same tag at whatever time one is to ask next, for nothing else has changed', async () => {
    const tags: unknown[] = []
    for (const second of ['00', '01']) {
      state.more = { nextUpdatedSince: `2026-03-01T06:00:${second}.000Z` }
      const { headers, body } = await get('/projects')
      expect(body).toMatchObject(state.more)
      tags.push(headers.etag)
    }
    expect(new Set(tags).size).toBe(1)
  })
})

describe('401', () => {
  it('without a signature, before path or body are looked at', async () => {
    for (const sent of [
      {},
      { target: '/nowhere' },
      { body: '{' },
      { headers: { 'x-rts-caller': 'a', 'x-rts-signature': 'b' } },
    ]) {
      const { status, body } = await server.send({ ...sent, signed: false })
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_key' })
    }
  })

  it('with the signature of another target, query or body', async () => {
    const headers = proofOf('POST', '/projects', '{}')
    for (const sent of [
      { target: '/projects?a=1', body: '{}' },
      { target: '//projects', body: '{}' },
      { body: '{} ' },
    ]) {
      expect((await server.send({ ...sent, headers, signed: false })).status).toBe(401)
    }
  })
})

describe('404', () => {
  it('for a row of another service, an unknown path and an unknown method', async () => {
    const sent = [
      { method: 'GET', target: '/team' },
      { target: '/nowhere' },
      { method: 'PUT' },
      { method: 'GET', target: '/projects/%' },
    ]
    for (const call of sent) expect((await server.send(call)).body.code, call.target).toBe('not_found')
  })
})

describe('a failing handler', () => {
  it('is a 500 that says nothing to the caller and everything to the log', async () => {
    state.failure = new Error('password=hunter2 at db:5432')
    const answer = await get('/projects')
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer).toMatchObject({ status: 500, headers: { 'x-rts-code': 'internal' } })
    expect(answer.body).toEqual({
      type: '/docs/errors#internal',
      title: 'Internal error',
      status: 500,
      detail: 'Something went wrong on our side',
      instance: 'req_1',
      code: 'internal',
      retryable: true,
    })
    expect(state.log).toMatch(/db:5432.*req_1/)
  })

  it('that refuses is answered with its own problem, and is no log line', async () => {
    state.failure = new AppError('plan_limit_reached', 'Three are enough', {
      planLimit: { name: 'sites', max: 3, used: 3 },
    })
    const answer = await get('/projects')
    expect(answer).toMatchObject({ status: 402, body: { planLimit: { max: 3 }, instance: 'req_1' } })
    expect(answer.headers['x-rts-code']).toBe('plan_limit_reached')
    expect(state.log).toBe('')
  })

  it('passes a waiting time on as a header', async () => {
    state.failure = new AppError('unavailable', 'Later', { retryAfterSeconds: 7 })
    expect((await get('/projects')).headers['retry-after']).toBe('7')
  })
})

describe('a list of forty megabytes', () => {
  const path = '/projects/s/keywords'

  async function opened(): Promise<{ request: ClientRequest; response: IncomingMessage }> {
    const request = httpRequest({
      port: server.port,
      host: '127.0.0.1',
      path,
      headers: proofOf('GET', path, ''),
      agent: false,
    })
    request.on('error', () => {}).end()
    const [response] = await once(request, 'response')
    response.on('error', () => {}).pause()
    return { request, response }
  }
  /** Slices read, once unchanged over so many other calls. */
  async function settledAt(calls = 20): Promise<number> {
    for (let [same, before] = [0, -1]; same < calls; before = state.slices) {
      await get('/projects')
      same = state.slices === before ? same + 1 : 0
    }
    return state.slices
  }

  it('arrives whole', async () => {
    const { status, body } = await get(path)
    expect([status, body.total, body.nextCursor]).toEqual([200, 10_000, null])
    expect(body.keywords).toHaveLength(10_000)
  })

  it('is read no further than its client reads, and no more once the client has left', async () => {
    const two = [await opened(), await opened()]
    expect(await settledAt()).toBeLessThan(200)
    const refused = await get(path)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } })
    expect(refused.headers['retry-after']).toBe('2')
    expect(refused.headers[giveBackHeader]).toBe('1')
    for (const { request } of two) request.destroy()
    while ((await get(path)).status !== 200) expect(state.slices).toBeLessThan(200)
    expect(state.log).not.toContain('call failed')
  })

  it('that cannot be read to its end breaks the connection, and says so in the log', async () => {
    state.breaksAt = 50
    const { response } = await opened()
    await expect(Array.fromAsync(response)).rejects.toThrow('aborted')
    expect(state.log).toContain('lost')
  })
})
