import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw, exchangeRaw } from './support/raw-client.ts'
import { answer, emptyList } from './support/simulated-service.ts'
import { call, expectSoundAnswer, type Key, requestText, startWorld, type World } from './support.ts'

let world: World
let key: Key

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey()
  world.projects.forget()
})
afterEach(() => world.projects.answerWith())

const json = '{"name":"A","domain":"a.com"}'
const chunked = `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`
const smuggled = 'GET /projects/hidden HTTP/1.1\r\nHost: h\r\nX-Rts-Caller: evil\r\n\r\n'
const chunkOf = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`

/** Sends a request that must be refused and its connection closed, followed by a good one, which must be ignored. */
async function expectRefusedAndClosed(text: string | Buffer, status = 400): Promise<void> {
  const connection = await connectRaw(world.gateway.port)
  connection.send(Buffer.concat([Buffer.from(text), requestText({ key: key.secret })]))
  const refusal = await connection.answer()
  expectSoundAnswer(refusal)
  expect(refusal.status).toBe(status)
  await connection.closed()
  expect(
    connection
      .received()
      .toString()
      .match(/^HTTP\/1\.1 \d/gm),
  ).toHaveLength(1)
  expect(world.projects.received).toEqual([])
  expect(await world.stamps(key.id)).toBe(0)
}
const withHeaders = (...headers: string[]) =>
  requestText({ method: 'POST', key: key.secret, headers: ['Content-Type: application/json', ...headers] })

describe('a message that can be read in two ways is 400, its connection is closed, and nothing reaches a service', () => {
  it('Content-Length beside Transfer-Encoding', async () => {
    await expectRefusedAndClosed(`${withHeaders('Content-Length: 5', 'Transfer-Encoding: chunked')}${chunked}`)
    await expectRefusedAndClosed(`${withHeaders('Transfer-Encoding: chunked', 'Content-Length: 5')}${chunked}`)
  })

  it('two Content-Length headers, the same or different', async () => {
    await expectRefusedAndClosed(`${withHeaders('Content-Length: 29', 'Content-Length: 29')}${json}`)
    await expectRefusedAndClosed(`${withHeaders('Content-Length: 29', 'Content-Length: 30')}${json}`)
    await expectRefusedAndClosed(`${withHeaders('Content-Length: 29, 29')}${json}`)
    await expectRefusedAndClosed(`${withHeaders('Content-Length: +29')}${json}`)
  })

  it('white space before the colon', async () => {
    await expectRefusedAndClosed(`${withHeaders('Transfer-Encoding : chunked')}${chunked}`)
  })

  it('any transfer coding but chunked', async () => {
    for (const coding of [
      'chunked, identity',
      'xchunked',
      'gzip, chunked',
      'identity',
      'chunked, chunked',
      '"chunked"',
      '',
    ]) {
      await expectRefusedAndClosed(`${withHeaders(`Transfer-Encoding: ${coding}`)}${chunked}`)
    }
    await expectRefusedAndClosed(
      `${withHeaders('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}${chunked}`,
    )
  })

  it('any transfer coding in HTTP/1.0, which has none', async () => {
    const whole = requestText({
      method: 'POST',
      key: key.secret,
      version: '1.0',
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: keep-alive'],
    })
    await expectRefusedAndClosed(`${whole}${chunked}`)
  })

  it('two Host headers, or none', async () => {
    await expectRefusedAndClosed(requestText({ key: key.secret, headers: ['Host: a', 'Host: b'] }))
    await expectRefusedAndClosed(
      requestText({ key: key.secret, headers: ['Host: a', 'Host: a'], path: 'http/v1/projects' }),
    )
    await expectRefusedAndClosed(`GET /http/v1/projects HTTP/1.1\r\nAuthorization: Bearer ${key.secret}\r\n\r\n`)
  })

  it('bare line feeds and folded headers', async () => {
    const text = requestText({ key: key.secret }).toString()
    await expectRefusedAndClosed(text.replaceAll('\r\n', '\n'))
    await expectRefusedAndClosed(text.replace('Host: gateway.test', 'Host: gateway.test\r\n folded'))
    await expectRefusedAndClosed(text.replace('Host: gateway.test', 'Host: gateway.test\nX: y'))
    await expectRefusedAndClosed(text.replace('Host: gateway.test', 'Host: gateway.test\r\nX: a\u0000b'))
  })

  it('no version, or an unknown one, below every path', async () => {
    for (const target of ['/', '/http/v1/projects']) {
      await expectRefusedAndClosed(`GET ${target}\r\n\r\n`)
      await expectRefusedAndClosed(`GET ${target} HTTP/2.0\r\nHost: h\r\n\r\n`)
      await expectRefusedAndClosed(`GET ${target} HTTP/1.9\r\nHost: h\r\n\r\n`)
    }
  })
})

describe('a request hidden in a body', () => {
  it.each(['GET', 'DELETE', 'OPTIONS', 'HEAD'])('of %s is refused and never leaves the gateway', async (method) => {
    const head = { method, key: key.secret, path: method === 'GET' ? '/projects' : '/projects/p1' }
    for (const [framing, body] of [
      ['Transfer-Encoding: chunked', chunkOf(smuggled)],
      [`Content-Length: ${smuggled.length}`, smuggled],
    ]) {
      const text = requestText({ ...head, headers: [`${framing}`] })
      const { status } = await exchangeRaw(world.gateway.port, `${text}${body}`)
      expect(status).toBe(method === 'OPTIONS' ? 405 : 400)
    }
    expect(world.projects.received).toEqual([])
    expect(await world.day(key.accountId)).toMatchObject({ charged: 0 })
    expect(await world.stamps(key.id)).toBe(2)
  })

  it('of POST arrives as one body with a length, and as nothing else', async () => {
    const text = requestText({
      method: 'POST',
      key: key.secret,
      headers: ['Transfer-Encoding: chunked', 'Content-Type: application/json'],
    })
    expect((await exchangeRaw(world.gateway.port, `${text}${chunkOf(smuggled)}`)).status).toBe(200)
    expect(world.projects.received).toHaveLength(1)
    const [request] = world.projects.received
    expect(request?.body.toString()).toBe(smuggled)
    expect(request?.header('content-length')).toBe(String(smuggled.length))
    expect(request?.header('transfer-encoding')).toBeUndefined()
  })

  it('chunk extensions and trailers are not forwarded, a flood of extensions is 4xx', async () => {
    const head = requestText({
      method: 'POST',
      key: key.secret,
      headers: ['Transfer-Encoding: chunked', 'Content-Type: application/json', 'Trailer: X-Rts-Caller'],
    })
    const body = `${json.length.toString(16)};ext=1\r\n${json}\r\n0\r\nX-Rts-Caller: evil\r\nAuthorization: x\r\n\r\n`
    expect((await exchangeRaw(world.gateway.port, `${head}${body}`)).status).toBe(200)
    expect(world.projects.bytes()).not.toMatch(/evil|ext=1|trailer/i)
    const flood = `1;${'x'.repeat(20_000)}\r\n{\r\n`
    const { status } = await exchangeRaw(world.gateway.port, `${head}${flood}`)
    expect([400, 413, 431]).toContain(status)
  })
})

describe('expectations and upgrades', () => {
  const expecting = (path: string, secret: string, extra: string[] = []) =>
    requestText({
      method: 'POST',
      path,
      key: secret,
      headers: ['Expect: 100-continue', 'Content-Type: application/json', ...extra],
    })

  it('a refused request gets its final status and no 100', async () => {
    const length = 'Content-Length: 29'
    const unknown = key.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    const cases: [number, Buffer][] = [
      [401, expecting('/projects', unknown, [length])],
      [404, expecting('/nowhere', key.secret, [length])],
      [405, expecting('/projects/p1/keywords/k', key.secret, [length])],
      [413, expecting('/projects', key.secret, ['Content-Length: 65537'])],
      [400, requestText({ method: 'POST', key: key.secret, headers: ['Expect: the-unexpected', length] })],
      [
        415,
        requestText({
          method: 'POST',
          key: key.secret,
          headers: ['Expect: 100-continue', length, 'Content-Type: text/plain'],
        }),
      ],
    ]
    for (const [status, text] of cases) expect((await exchangeRaw(world.gateway.port, text)).status).toBe(status)
    const revoked = await world.newKey()
    await world.revoke(revoked.id)
    expect((await exchangeRaw(world.gateway.port, expecting('/projects', revoked.secret, [length]))).status).toBe(401)
    const full = await world.newKey()
    await world.database.pool.query(
      `UPDATE key_minute SET stamps = array_fill(clock_timestamp(), ARRAY[30]) WHERE key_id = $1`,
      [full.id],
    )
    const limited = await exchangeRaw(world.gateway.port, expecting('/projects', full.secret, [length]))
    expect(limited).toMatchObject({ status: 429, json: { allowance: { limit: 400 } } })
    expect(world.projects.received).toEqual([])
  })

  it('an accepted one gets 100, then its answer', async () => {
    const connection = await connectRaw(world.gateway.port)
    connection.send(expecting('/projects', key.secret, [`Content-Length: ${json.length}`]))
    expect((await connection.answer()).status).toBe(100)
    connection.send(json)
    expect((await connection.answer()).status).toBe(200)
    expect(world.projects.received).toHaveLength(1)
    connection.socket.destroy()
  })

  it('an upgrade is ignored and not forwarded', async () => {
    for (const protocol of ['h2c', 'websocket']) {
      const headers = [
        'Connection: Upgrade, HTTP2-Settings',
        `Upgrade: ${protocol}`,
        'HTTP2-Settings: AAMAAABk',
        'Sec-WebSocket-Key: x',
      ]
      expect((await call(world.gateway, { key: key.secret, headers })).status).toBe(200)
    }
    expect(world.projects.bytes()).not.toMatch(/upgrade|http2|websocket/i)
  })
})

describe('connections', () => {
  it('two pipelined requests are checked and counted one by one, and answered in order', async () => {
    const connection = await connectRaw(world.gateway.port)
    const wrong = requestText({ path: '/nowhere', key: key.secret })
    connection.send(Buffer.concat([requestText({ key: key.secret }), wrong, requestText({ key: key.secret })]))
    const statuses = [await connection.answer(), await connection.answer(), await connection.answer()].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 404, 200])
    expect(await world.day(key.accountId)).toMatchObject({ used: 2 })
    expect(await world.stamps(key.id)).toBe(3)
    connection.socket.destroy()
  })

  it('garbage behind a good request does not cost its answer', async () => {
    const connection = await connectRaw(world.gateway.port)
    connection.send(`${requestText({ key: key.secret })}\u0000\u0001garbage\r\n\r\n`)
    expect((await connection.answer()).status).toBe(200)
    const refusal = await connection.answer()
    expectSoundAnswer(refusal)
    expect(refusal.status).toBe(400)
    await connection.closed()
  })

  it('garbage while an answer is being sent never mixes with it', async () => {
    let finish = () => {}
    const whole = answer(200, { projects: ['x'.repeat(100)] })
    world.projects.answerWith((_request, socket) => {
      socket.write(whole.slice(0, -50))
      finish = () => void socket.write(whole.slice(-50))
    })
    const connection = await connectRaw(world.gateway.port)
    connection.send(requestText({ key: key.secret }))
    await until('the head', () => connection.received().length > 100)
    connection.send('\u0000\u0001garbage\r\n\r\n')
    await until('the request to be there', () => world.projects.received.length === 1)
    finish()
    const first = await connection.answer()
    expect(first.json).toMatchObject({ projects: ['x'.repeat(100)] })
    expectSoundAnswer(first)
    await connection.closed()
  })

  it('a malformed chunk in a body is 400 at once and costs nothing', async () => {
    const head = requestText({
      method: 'POST',
      key: key.secret,
      headers: ['Transfer-Encoding: chunked', 'Content-Type: application/json'],
    })
    await expectRefusedAndClosed(`${head}zz\r\n{}\r\n`)
    expect(await world.stamps(key.id)).toBe(0)
  })

  it('headers of 20 KB, or more than 100 of them, are 431 with a JSON body, on every path', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: a`)
    await expectRefusedAndClosed(requestText({ key: key.secret, headers: [`X: ${'a'.repeat(20_480)}`] }), 431)
    await expectRefusedAndClosed(`GET /${'a'.repeat(20_480)} HTTP/1.1\r\nHost: h\r\n\r\n`, 431)
    await expectRefusedAndClosed(requestText({ key: key.secret, headers: some(3_000) }), 431)
    // The host and the key are two more.
    await expectRefusedAndClosed(requestText({ key: key.secret, headers: some(99) }), 431)
    await expectRefusedAndClosed(`GET / HTTP/1.1\r\nHost: h\r\n${some(100).join('\r\n')}\r\n\r\n`, 431)
    expect((await call(world.gateway, { key: key.secret, headers: some(98) })).status).toBe(200)
    expect(world.projects.bytes()).not.toMatch(/x-1: a/i)
  })

  it('a refusal before the body was read lets the connection serve the next request', async () => {
    const connection = await connectRaw(world.gateway.port)
    const body = 'x'.repeat(60_000)
    const head = requestText({
      method: 'POST',
      path: '/nowhere',
      key: key.secret,
      headers: [`Content-Length: ${body.length}`],
    })
    connection.send(head)
    await until('the head to be read', async () => (await world.stamps(key.id)) === 1)
    connection.send(body)
    expect((await connection.answer()).status).toBe(404)
    connection.send(requestText({ key: key.secret }))
    expect((await connection.answer()).json).toMatchObject(emptyList)
    connection.socket.destroy()
  })

  it('a refusal of a body that never comes is answered all the same, and the connection closed', async () => {
    const connection = await connectRaw(world.gateway.port)
    connection.send(requestText({ method: 'POST', key: 'garbage', headers: ['Content-Length: 1000000'] }))
    const refusal = await connection.answer()
    expect(refusal).toMatchObject({ status: 401 })
    expect(refusal.header('connection')).toBe('close')
    await connection.closed()
  })
})
