import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

  it('says nothing of the framework and keeps no tag', async () => {
    const { headers } = await get('/projects')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('etag')
  })

  it('asks for the connection to be closed while the replica drains', async () => {
    state.isDraining = true
    expect((await get('/projects')).headers.connection).toBe('close')
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
      type: 'urn:rts:problem:internal',
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
