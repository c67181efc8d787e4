import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw } from './support/raw-client.ts'
import { answer, problem } from './support/simulated-service.ts'
import { type Call, call, type Key, requestText, startWorld, type World } from './support.ts'

let world: World
let key: Key

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey()
  world.projects.answerWith()
})

const rowsOf = (count: number) => ({
  projects: Array.from({ length: count }, (_, i) => ({
    id: `site-${i}`,
    name: `Coffee ${i}`,
    domain: `c${i}.example`,
  })),
})
const page = rowsOf(800)
const bytes = (text: string) => world.projects.answerWith((_request, socket) => void socket.end(text))
const read = (accepts: string, more: Call = {}) =>
  call(world.gateway, { key: key.secret, headers: [`Accept-Encoding: ${accepts}`], ...more })
const chunked = (body: string, size: number) => {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.slice(i * size, (i + 1) * size))
  const text = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${text}0\r\n\r\n`
}

describe('an answer above 1 KB', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
  ])('comes to a client that takes %j as %s, with the allowance exact and a length', async (accepts, coding) => {
    bytes(answer(200, page))
    for (const used of [1, 2]) {
      const reply = await read(accepts)
      const { allowance, ...rest } = reply.json
      expect([reply.status, reply.header('content-encoding')]).toEqual([200, coding])
      expect(rest).toEqual(page)
      expect(reply.text).toMatch(/^\{"allowance":\{/)
      expect(allowance).toMatchObject({ used, limit: 400, remaining: 400 - used })
      expect(Number(reply.header('content-length'))).toBe(reply.length)
      expect(reply.length).toBeLessThan(reply.text.length / 4)
      expect(reply.header('vary')).toBe('Accept-Encoding')
    }
  })

  it.each(['', 'identity', 'gzip;q=0, br;q=0', 'deflate, zstd', ';;q=,gz\tip;q=9', 'gzip;q=1;q=1', 'x'.repeat(8_000)])(
    'comes as it is to one that says %j',
    async (accepts) => {
      bytes(answer(200, page))
      const reply = await read(accepts)
      expect([reply.status, reply.header('content-encoding')]).toEqual([200, undefined])
      expect(reply.header('vary')).toBe('Accept-Encoding')
      expect(reply.json).toMatchObject(page)
    },
  )

  it('is coded as well if it is a refusal of a service', async () => {
    const errors = Array.from({ length: 40 }, (_, i) => ({ in: 'body', field: `f${i}`, code: 'x', message: 'is bad' }))
    const body = JSON.stringify({ ...JSON.parse(problem(400, 'invalid_input').split('\r\n\r\n')[1] ?? ''), errors })
    bytes(answer(400, body, { 'Content-Type': 'application/problem+json', 'x-rts-code': 'invalid_input' }))
    const reply = await read('gzip')
    expect([reply.status, reply.header('content-encoding')]).toEqual([400, 'gzip'])
    expect(reply.json).toMatchObject({ code: 'invalid_input', errors, allowance: { used: 0 } })
  })
})

describe('an answer', () => {
  it('below 1 KB stays as it is, with a length or in chunks', async () => {
    for (const text of [answer(200, rowsOf(3)), chunked(JSON.stringify(rowsOf(3)), 40)]) {
      bytes(text)
      const reply = await read('gzip, br')
      expect([reply.status, reply.header('content-encoding')]).toEqual([200, undefined])
      expect(reply.json).toMatchObject(rowsOf(3))
    }
  })

  it('of five megabytes streams through the coder, with a length or in chunks', async () => {
    const large = rowsOf(80_000)
    const body = JSON.stringify(large)
    for (const text of [answer(200, large), chunked(body, 60_000)])
      for (const accepts of ['gzip', 'br']) {
        bytes(text)
        const reply = await read(accepts)
        const { allowance, ...rest } = reply.json
        expect(reply.header('content-encoding')).toBe(accepts)
        expect(reply.header('content-length')).toBeUndefined()
        expect(allowance).toMatchObject({ limit: 400 })
        expect(JSON.stringify(rest)).toBe(body)
      }
  })

  it('that breaks while it is held is a 502, given back; one that breaks in its stream is a cut connection', async () => {
    const { length } = JSON.stringify(page)
    bytes(answer(200, page, { 'Content-Length': String(length + 100) }))
    expect(await read('gzip')).toMatchObject({ status: 502, json: { code: 'bad_upstream_body' } })
    expect(await world.day(key.accountId)).toEqual({ used: 0, charged: 1, givenBack: 1 })
    const large = JSON.stringify(rowsOf(20_000))
    bytes(answer(200, large, { 'Content-Length': String(large.length + 100) }))
    const connection = await connectRaw(world.gateway.port)
    connection.send(requestText({ key: key.secret, headers: ['Accept-Encoding: gzip'] }))
    await expect(connection.answer()).rejects.toThrow('the connection ended')
    expect(await world.day(key.accountId)).toEqual({ used: 1, charged: 2, givenBack: 1 })
  })

  it('to a client that leaves in the middle of a coded stream frees its place', async () => {
    bytes(answer(200, rowsOf(80_000)))
    for (let i = 0; i < 3; i++) {
      const connection = await connectRaw(world.gateway.port)
      connection.send(requestText({ key: key.secret, headers: ['Accept-Encoding: gzip'] }))
      connection.socket.once('data', () => connection.socket.destroy())
      await connection.closed()
    }
    bytes(answer(200, page))
    expect((await read('gzip')).status).toBe(200)
  })
})
