import { createServer, type Server } from 'node:http'
import { systemClock } from '@rts/shared/clock'
import { operations } from '@rts/shared/contract/table'
import { createLogger } from '@rts/shared/logger'
import { portOf } from '@rts/shared/service/health'
import { mountHttp } from '@rts/shared/service/http-mount'
import { createInvoke } from '@rts/shared/service/invoke'
import { verifierOf } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw } from './support/raw-client.ts'
import { type Call, call, type Gateway, type Key, requestText, startWorld, type World } from './support.ts'

let world: World
let gateway: Gateway
let service: Server
let key: Key
let given: Record<string, unknown>[] = []

const site = {
  id: 's',
  name: 'A',
  domain: 'a.com',
  tags: [],
  description: null,
  country: 'us',
  language: 'en',
  autoAddPreference: null,
}
const project = { ...site, checksPausedAt: null, frozen: false, createdAt: '2026-01-01T00:00:00.000Z' }

/** A gateway in front of a service that reads requests like all services, with handlers that only record. */
beforeAll(async () => {
  world = await startWorld()
  const record = async ({ body }: { body?: unknown }) => {
    given.push(Object(body))
    return { project, created: true }
  }
  const invoke = createInvoke({ 'sites.create': record, 'sites.update': record })
  const verify = verifierOf('projects')
  const parts = { invoke, verify, clock: systemClock, logger: createLogger('projects', 'silent') }
  service = createServer(mountHttp({ service: 'projects', ...parts }))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const PROJECTS_URL = `http://127.0.0.1:${portOf(service.address())}`
  gateway = await world.start({ env: { PROJECTS_URL, BODY_TIMEOUT_MS: '400' } })
})
afterAll(async () => {
  await world.stop()
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
})
beforeEach(async () => {
  key = await world.newKey('starter')
  given = []
})

const post = (body: string | Buffer, more: Call = {}) =>
  call(gateway, { method: 'POST', key: key.secret, body, ...more })
const good = '{"name":"A","domain":"a.com"}'

async function expectFree(): Promise<void> {
  expect(given).toEqual([])
  expect((await world.day(key.accountId)).used).toBe(0)
}

describe('a body that is not sound JSON', () => {
  it.each([
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","domain":"a.com"}')]),
    ],
    ['a byte order mark', `\ufeff${good}`],
    ['a lone surrogate', '{"name":"\\ud800","domain":"a.com"}'],
    ['NaN', '{"name":NaN,"domain":"a.com"}'],
    ['a key twice', '{"name":"A","name":"B","domain":"a.com"}'],
    ['a trailing comma', '{"name":"A","domain":"a.com",}'],
    ['a list', '[1]'],
    ['a text', '"text"'],
    ['half an object', '{"name":'],
    ['single quotes', "{'name':'A'}"],
  ])('%s is a 400 problem, given back', async (_name, body) => {
    const reply = await post(body)
    expect(reply.status).toBe(400)
    expect(['bad_request', 'invalid_input']).toContain(reply.json.code)
    await expectFree()
  })

  it('__proto__ and constructor are unknown fields, and no object changes', async () => {
    for (const field of ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}']) {
      const reply = await post(`{"name":"A","domain":"a.com",${field}}`)
      expect(reply).toMatchObject({ status: 400, json: { code: 'unknown_field' } })
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    await expectFree()
  })

  it('fields that are ours to set are refused by name', async () => {
    for (const field of ['id', 'accountId', 'checksPausedAt', 'createdAt', 'frozen']) {
      const reply = await post(`{"${field}":"x"}`, { method: 'PATCH', path: '/projects/p1' })
      expect(reply).toMatchObject({ status: 400, json: { code: 'unknown_field', errors: [{ in: 'body', field }] } })
    }
    await expectFree()
  })

  it('line ends in a name or a domain are refused', async () => {
    for (const [name, domain] of [
      ['A\\r\\nBcc: x@y.z', 'a.com'],
      ['A\\nB', 'a.com'],
      ['A', 'a.com\\r\\nX: y'],
    ]) {
      expect((await post(`{"name":"${name}","domain":"${domain}"}`)).status).toBe(400)
    }
    await expectFree()
  })

  it('line ends never come into a mail by way of a key’s name or an account’s address', () => {
    const name = 'a\r\nBcc: x@y.z'
    expect(operations['keys.create'].body.safeParse({ name }).success).toBe(false)
    expect(operations['accounts.create'].body.safeParse({ email: `a@b.c${name}`, plan: 'free' }).success).toBe(false)
    expect(operations['keys.create'].body.safeParse({ name: 'a' }).success).toBe(true)
  })
})

describe('the media type', () => {
  it.each([
    'application/json',
    'application/json;charset=utf-8',
    'application/json ; charset="UTF-8"',
    'APPLICATION/JSON; Charset=Utf-8',
  ])('%s is taken', async (type) => {
    expect((await post(good, { headers: [`Content-Type: ${type}`] })).status).toBe(200)
  })

  it.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/jsonp',
    'text/json',
    ' application/json, text/plain',
    'multipart/form-data; boundary=x',
    'application/json;x=y',
    '',
  ])('%j is 415, takes a place in the minute and no call of the day', async (type) => {
    const reply = await post(good, { headers: [`Content-Type: ${type}`] })
    expect(reply).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } })
    expect(await world.stamps(key.id)).toBe(1)
    expect(await world.day(key.accountId)).toMatchObject({ charged: 0 })
  })

  it('415 for a missing type, and for every content coding', async () => {
    const bare = requestText({ method: 'POST', key: key.secret, headers: [`Content-Length: ${good.length}`] })
    const connection = await connectRaw(gateway.port)
    connection.send(`${bare}${good}`)
    expect((await connection.answer()).status).toBe(415)
    connection.socket.destroy()
    for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'gzip, gzip']) {
      expect((await post(good, { headers: [`Content-Encoding: ${coding}`] })).status, coding).toBe(415)
    }
    await expectFree()
  })

  it('is not looked at without a body: that is a body without its required fields', async () => {
    for (const headers of [['Content-Length: 0', 'Content-Type: text/plain'], ['Content-Type: text/plain'], []]) {
      expect(await call(gateway, { method: 'POST', key: key.secret, headers })).toMatchObject({
        status: 400,
        json: { code: 'invalid_input' },
      })
    }
  })
})

describe('the size', () => {
  const sized = (bytes: number) => {
    const frame = '{"name":"A","domain":"a.com","description":""}'
    return frame.replace('""}', `"${' '.repeat(bytes - frame.length)}"}`)
  }

  it('up to 64 KB is the service’s to judge, one byte more is 413 with its length declared or chunked', async () => {
    expect((await post(sized(65_536))).status).toBe(400)
    const tooLarge = sized(65_537)
    const declared = await post(tooLarge)
    expect(declared).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
    const chunks = `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`
    const chunked = await post(chunks, { headers: ['Transfer-Encoding: chunked', 'Content-Type: application/json'] })
    expect(chunked).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
    expect(await world.day(key.accountId)).toMatchObject({ used: 0, charged: 1 })
    expect(await world.stamps(key.id)).toBe(3)
  })

  it('a declared terabyte is refused at once, an absurd length is 400', async () => {
    const huge = await call(gateway, {
      method: 'POST',
      key: key.secret,
      headers: ['Content-Length: 1099511627776', 'Content-Type: application/json'],
    })
    expect(huge.status).toBe(413)
    const absurd = await call(gateway, {
      method: 'POST',
      key: key.secret,
      headers: [`Content-Length: ${'9'.repeat(30)}`],
    })
    expect(absurd.status).toBe(400)
  })
})

describe('a body that comes too slowly', () => {
  it('is 408 at the deadline, takes a place in the minute and no call of the day', async () => {
    const connection = await connectRaw(gateway.port)
    connection.send(
      requestText({
        method: 'POST',
        key: key.secret,
        headers: ['Content-Length: 100', 'Content-Type: application/json'],
      }),
    )
    connection.send('{"name"')
    const reply = await connection.answer(5_000)
    expect(reply).toMatchObject({ status: 408, json: { code: 'bad_request' } })
    expect(reply.header('connection')).toBe('close')
    await connection.closed()
    expect(await world.stamps(key.id)).toBe(1)
    await expectFree()
  })
})
