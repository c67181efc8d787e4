import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boundCursor } from '../cursor.ts'
import { type Answer, freshState, startMountedServer } from '../testing/mounted-server.ts'
import { countWork, linearGrowth } from '../testing/work.ts'
import { parseObject } from './http-input.ts'

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
const work = countWork(import.meta.resolve('./http-input.ts'), parseObject.name)
afterAll(() => work.stop())
const growthOf = (make: (size: number) => string, size: number) =>
  work.growthOf((length) => [new TextEncoder().encode(make(length))], size)
const fieldsOf = (answer: Answer) => Object(answer.body.errors).map(({ field }: { field: string }) => field)

describe('the query', () => {
  it('has whole numbers where the row has whole numbers, and text elsewhere', async () => {
    const asked = { name: 'history.list', params: { id: 's', kid: 'k' }, query: { from: '2026-01-01' } }
    await get(`/projects/s/keywords/k/history?limit=25&cursor=${boundCursor('7', asked)}&from=2026-01-01`)
    expect(state.given).toMatchObject([{ query: { limit: 25, cursor: '7', from: '2026-01-01' } }])
  })

  it.each(['', '1.5', '1e2', '0', '-1', '1001', '0x10', ' 5', '5 ', 'NaN', '99999999999999999999', 'five'])(
    'refuses %j for a whole number and names the field',
    async (value) => {
      const answer = await get(`/projects?limit=${encodeURIComponent(value)}`)
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual(['limit'])
    },
  )

  it('refuses a doubled parameter, known or not, and names it', async () => {
    for (const query of ['limit=1&limit=1', 'limit=1&%6Cimit=2', 'x=&x=', '__proto__=1&__proto__=2']) {
      const answer = await get(`/projects?${query}`)
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      const [field] = fieldsOf(answer)
      expect(answer.body.detail).toBe(`${field} is given more than once`)
    }
  })

  it('refuses unknown parameters, those of every object too', async () => {
    for (const name of ['page', '__proto__', 'constructor', 'toString', 'limit[]']) {
      const answer = await get(`/projects?${encodeURIComponent(name)}=1`)
      expect(answer, name).toMatchObject({ status: 400, body: { code: 'unknown_field' } })
    }
  })

  it('refuses what is not percent-encoded UTF-8 instead of guessing', async () => {
    for (const value of ['%ff', '%c3', '%zz', '100%']) {
      expect(await get(`/projects?cursor=${value}`), value).toMatchObject({
        status: 400,
        body: { code: 'bad_request' },
      })
    }
    const [, question = ''] = boundCursor('', { name: 'sites.list', params: undefined, query: {} }).split('.')
    expect((await get(`/projects?cursor=%F0%9F%98%80+%C3%A9.${question}`)).status).toBe(200)
  })
})

describe('a body', () => {
  it.each([
    ['that is cut off', '{"name":'],
    ['that starts with a byte order mark', '\ufeff{"name":"A","domain":"a.com"}'],
    [
      'with invalid UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('","domain":"a.com"}')]),
    ],
    ['with a key twice', '{"name":"A","domain":"a.com","name":"B"}'],
    ['with a key twice, once escaped', '{"name":"A","domain":"a.com","n\\u0061me":"B"}'],
    ['with __proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['with two values', '{}{}'],
    ['with a comment', '{"name":"A",/**/"domain":"a.com"}'],
    ['of white space', ' '],
  ])('%s is a bad request', async (_what, body) => {
    const answer = await post(body)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'bad_request' })
    expect(state.given).toEqual([])
  })

  it('that begins with a byte order mark is refused by its name', async () => {
    expect((await post('\ufeff{"name":"A","domain":"a.com"}')).body.detail).toMatch(/begins with a byte order mark/)
  })

  it.each(['[]', '[{"name":"A"}]', '"text"', '7', 'null', 'true', '["a:b",{"a":1,"b":2}]'])(
    'that is %s is refused as no object',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    },
  )

  it('that is absent names the required fields', async () => {
    expect(fieldsOf(await post(''))).toEqual(['name', 'domain'])
  })

  it('with __proto__, constructor or prototype has them refused as unknown, and no object changes', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const answer = await post(`{"name":"A","domain":"a.com","${key}":{"polluted":true,"frozen":true}}`)
      expect(answer, key).toMatchObject({ status: 400, body: { code: 'unknown_field' } })
      expect(fieldsOf(answer)).toEqual([key])
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    expect(Object(new Object()).polluted).toBeUndefined()
  })

  it('is not refused for texts that look like keys', async () => {
    const texts = ['{"name":"B"}', '","name":"', 'a:b:c', '\\', '\\"', '\\\\":', '}]}', '[{"name":', '\u2028"name":']
    for (const name of texts) {
      const answer = await post(
        JSON.stringify({ name: 'A', domain: 'a.com', description: name, autoAddPreference: name }),
      )
      expect(answer.status, name).toBe(200)
    }
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of 100,000 nested %s%s is answered 400, for work that grows with its size alone', async (open, close) => {
    const nested = (size: number) => `${open.repeat(size)}1${close.repeat(size)}`
    const bodies = [nested, (n: number) => `{"name":${nested(n)}}`, (n: number) => `{"other":${nested(n)}}`]
    for (const body of [...bodies, (n: number) => open.repeat(n)]) {
      expect((await post(body(100_000))).status).toBe(400)
      expect(await growthOf(body, 100_000)).toBeLessThan(linearGrowth)
    }
  })

  it.each([
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['escaped quotes', '\\"'],
    ['opening brackets', '['],
    ['a mixture', '"\\[{]}:'],
    ['keys', '"a":'],
  ])(
    'of 1.4 MB of %s is answered 400, for work that grows with its size alone, whether it is JSON or not',
    async (_what, piece) => {
      const text = (size: number) => piece.repeat(size / piece.length)
      const broken = ['', '{"', '{"name":"', '{"name":{'].map((start) => (size: number) => start + text(size))
      for (const body of [...broken, (size: number) => JSON.stringify({ name: text(size) })]) {
        expect((await post(body(1_400_000))).status).toBe(400)
        expect(await growthOf(body, 140_000)).toBeLessThan(linearGrowth)
      }
    },
  )

  it('that is larger than any row takes is 413, and a compressed one 415', async () => {
    expect(await post('x'.repeat(3_200 * 1_024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
    const headers = { 'content-encoding': 'gzip' }
    expect(await server.send({ body: 'x', headers })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    })
  })
})
