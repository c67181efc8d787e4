import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw, type RawAnswer } from './support/raw-client.ts'
import { answer, emptyList, problem } from './support/simulated-service.ts'
import { type Call, call, type Gateway, type Key, requestText, startWorld, type World } from './support.ts'

let world: World
let second: Gateway
let key: Key
const tag = 'W/"0123456789abcdefghijkl"'

beforeAll(async () => {
  world = await startWorld()
  second = await world.start()
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey('free')
  answers({ ETag: tag })
  world.projects.forget()
})

const answers = (headers: Record<string, string>, status = 200) =>
  world.projects.answerWith((_request, socket) => void socket.write(answer(status, emptyList, headers)))
const ask = (more: Call = {}, secret = key.secret) => call(world.gateway, { key: secret, ...more })
const unless = (condition: string, more: Call = {}) => ask({ headers: [`If-None-Match: ${condition}`], ...more })
const dayLeft = (reply: RawAnswer) => Number(/"day";r=(\d+)/.exec(reply.header('ratelimit') ?? '')?.[1])
const callerOf = (index: number) =>
  JSON.parse(Buffer.from(world.projects.received[index]?.header('x-rts-caller') ?? '', 'base64url').toString())

describe('a read with a tag', () => {
  it('says it, and that private caches ask again; one without is never stored', async () => {
    const reply = await ask()
    expect([reply.header('etag'), reply.header('cache-control')]).toEqual([tag, 'private, no-cache'])
    answers({})
    const plain = await ask()
    expect([plain.header('etag'), plain.header('cache-control')]).toEqual([undefined, 'no-store'])
  })

  it('is 304 without a body when asked with it; that counts, and its head has the minute and the day', async () => {
    for (const condition of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const before = await world.day(key.accountId)
      const reply = await unless(condition, { headers: [`If-None-Match: ${condition}`, 'Accept-Encoding: gzip'] })
      expect([reply.status, reply.text, reply.header('content-length')]).toEqual([304, '', undefined])
      expect([reply.header('etag'), reply.header('cache-control')]).toEqual([tag, 'private, no-cache'])
      const { used } = await world.day(key.accountId)
      expect(used).toBe(before.used + 1)
      expect(reply.header('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/)
      expect(reply.header('ratelimit-policy')).toBe('"minute";q=30;w=60, "day";q=20;w=86400')
      expect(dayLeft(reply)).toBe(20 - used)
    }
  })

  it('is 200 for another tag, for eight kilobytes of tags and for none', async () => {
    const others = Array.from({ length: 260 }, (_, i) => `W/"other-tag-of-an-answer-${i}"`).join(', ')
    expect(others.length).toBeGreaterThan(8_000)
    for (const condition of ['W/"other"', others, '', ',,,', '"', 'W/'])
      expect((await unless(condition)).status).toBe(200)
    expect((await unless(`${others}, ${tag}`)).status).toBe(304)
  })

  it('keeps the connections to the client and to the service', async () => {
    const opened = world.projects.connections()
    const connection = await connectRaw(world.gateway.port)
    for (let i = 0; i < 5; i++) {
      connection.send(requestText({ key: key.secret, headers: [`If-None-Match: ${tag}`] }))
      expect((await connection.answer()).status).toBe(304)
    }
    connection.socket.destroy()
    for (let i = 0; i < 5; i++) expect((await ask({ method: 'HEAD' })).status).toBe(200)
    expect(world.projects.connections() - opened).toBeLessThanOrEqual(1)
  })
})

describe('200 whole, never 304', () => {
  it('while the day is used up, the call that uses it up included', async () => {
    for (let i = 0; i < 19; i++) expect((await unless(tag)).status).toBe(304)
    for (let i = 0; i < 3; i++)
      expect(await unless(tag)).toMatchObject({
        status: 200,
        json: { ...emptyList, allowance: { used: 20, remaining: 0, exhausted: true } },
      })
    expect(await world.day(key.accountId)).toEqual({ used: 20, charged: 20, givenBack: 0 })
  })

  it('for an answer that costs nothing, for a write and for a refusal', async () => {
    answers({ ETag: tag, 'x-rts-give-back': '1' })
    expect(await unless('*')).toMatchObject({ status: 200, json: { allowance: { used: 0 } } })
    world.projects.answerWith((_request, socket) => void socket.write(problem(404, 'not_found', { ETag: tag })))
    expect(await unless('*', { path: '/projects/p1', headers: ['If-None-Match: *'] })).toMatchObject({ status: 404 })
    answers({})
    const body = '{"name":"A","domain":"a.example"}'
    expect(await unless('*', { method: 'POST', body, headers: ['If-None-Match: *'] })).toMatchObject({ status: 200 })
  })

  it('for a key that is refused: a tag opens nothing', async () => {
    expect((await ask({ headers: [`If-None-Match: ${tag}`] }, 'rts_live_nonsense')).status).toBe(401)
    await world.revoke(key.id)
    expect((await unless('*')).status).toBe(401)
    expect(world.projects.received).toEqual([])
  })
})

describe('HEAD', () => {
  it('is its GET without the body: the same head, counted, asked of the service as a GET that may not collect', async () => {
    const get = await ask()
    const head = await ask({ method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['etag', 'cache-control', 'content-type', 'vary', 'ratelimit-policy'])
      expect(head.header(name), name).toBe(get.header(name))
    expect(Number(head.header('content-length'))).toBe(get.length)
    expect(await world.day(key.accountId)).toEqual({ used: 2, charged: 2, givenBack: 0 })
    expect(world.projects.received.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect([callerOf(0).collect, callerOf(1).collect]).toEqual(['allow', 'deny'])
  })

  it('is 304 as its GET, and 404 of an unknown id without a body', async () => {
    expect((await unless(tag, { method: 'HEAD' })).status).toBe(304)
    world.projects.answerWith((_request, socket) => void socket.write(problem(404, 'not_found')))
    expect(await ask({ method: 'HEAD', path: '/projects/p1' })).toMatchObject({ status: 404, text: '' })
    expect(await world.day(key.accountId)).toEqual({ used: 1, charged: 2, givenBack: 1 })
  })

  it('of a long answer names the coding that a GET would have', async () => {
    const rows = { projects: Array.from({ length: 50 }, () => 'x'.repeat(100)) }
    world.projects.answerWith((_request, socket) => void socket.write(answer(200, rows)))
    const head = await ask({ method: 'HEAD', headers: ['Accept-Encoding: br'] })
    expect([head.status, head.header('content-encoding'), head.text]).toEqual([200, 'br', ''])
  })

  it('elsewhere is 405 with Allow, and no strike; of an unlisted path it is a strike, as a GET is', async () => {
    const refused = await ask({ method: 'HEAD', path: '/schema/check' })
    expect([refused.status, refused.header('allow'), refused.text]).toEqual([405, 'POST', ''])
    expect((await ask({ method: 'HEAD', path: '/nowhere' })).status).toBe(404)
    const { rows } = await world.database.pool.query('SELECT strikes FROM api_key WHERE id = $1', [key.id])
    expect(rows).toEqual([{ strikes: 1 }])
  })

  it('at once a hundred times takes the thirty of the minute, and no more of the day', async () => {
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await ask({ method: 'HEAD' })).status))
    expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([30, 70])
    expect(await world.day(key.accountId)).toEqual({ used: 20, charged: 20, givenBack: 0 })
  })
})

it('304, coded answers and HEAD at two replicas at once: each call of the day is counted once, the minute holds', async () => {
  const first = await world.newKey('starter')
  const more = await Promise.all([1, 2, 3].map(() => world.addKey(first.accountId)))
  const rows = { projects: Array.from({ length: 100 }, (_, i) => ({ id: `site-${i}`, name: 'Coffee' })) }
  world.projects.answerWith((_request, socket) => void socket.write(answer(200, rows, { ETag: tag })))
  const kinds: Call[] = [
    {},
    { headers: ['Accept-Encoding: gzip'] },
    { headers: ['Accept-Encoding: br', 'If-None-Match: W/"another"'] },
    { headers: [`If-None-Match: ${tag}`, 'Accept-Encoding: br'] },
    { method: 'HEAD' },
    { method: 'HEAD', headers: [`If-None-Match: ${tag}`] },
  ]
  const outcomes: { request: Call; reply: RawAnswer }[] = []
  const work = async ({ secret }: Key) => {
    // Six at once of each key: below the calls that an account may have under way at a replica.
    for (let round = 0; round < 6; round++)
      await Promise.all(
        kinds.map(async (kind, i) => {
          const request = { key: secret, ...kind }
          outcomes.push({ request, reply: await call(i % 2 === 0 ? world.gateway : second, request) })
        }),
      )
  }
  await Promise.all([first, ...more].map(work))
  const admitted = outcomes.filter(({ reply }) => reply.status !== 429)
  expect(admitted).toHaveLength(120)
  const left = admitted.map(({ reply }) => dayLeft(reply)).sort((a, b) => a - b)
  // Twenty reads came after the day's hundred.
  expect(left).toEqual([...Array.from({ length: 20 }, () => 0), ...Array.from({ length: 100 }, (_, i) => i)])
  for (const { request, reply } of admitted) {
    const isUnchanged = request.headers?.some((line) => line.includes(tag)) && dayLeft(reply) > 0
    expect(reply.status).toBe(isUnchanged ? 304 : 200)
    if (reply.text !== '') expect(reply.json).toMatchObject({ ...rows, allowance: { used: 100 - dayLeft(reply) } })
  }
  expect(admitted.filter(({ reply }) => reply.status === 304).length).toBeGreaterThan(20)
  expect(await world.day(first.accountId)).toEqual({ used: 100, charged: 100, givenBack: 0 })
})
