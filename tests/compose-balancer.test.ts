import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { until } from '@rts/local/testing/until'
import { AppError, type ErrorCode, errorCodes, problemOf } from '@rts/shared/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, findHaproxy, isCurrent, type Replica, startBalancer, startReplica } from './support/balancer.ts'

type Seen = { method: string | undefined; url: string | undefined; headers: http.IncomingHttpHeaders; body: string }

const haproxy = findHaproxy()

describe.skipIf(!haproxy)('deploy/lb/haproxy.cfg: a request and its answer', () => {
  const fine: RequestListener = (req, res) => void req.resume().once('end', () => res.end('fine'))
  let balancer: Balancer
  let replica: Replica
  let answers = fine
  beforeAll(async () => {
    balancer = await startBalancer(String(haproxy), [['timeout server 150s', 'timeout server 3s']])
    replica = await startReplica('127.0.0.2', balancer.ports, (req, res) => answers(req, res))
    balancer.names.add(replica.address)
    await until('the replica to be ready', async () => (await status()) === 200)
  })
  afterAll(async () => {
    await balancer.stop()
    await replica.stop()
  })

  const status = (init?: RequestInit) =>
    fetch(balancer.url, init).then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })

  it('shows the figures that deploy/observe/alarms.yml asks for', async () => {
    const text = await (await fetch(balancer.metricsUrl)).text()
    expect(text).toMatch(/^haproxy_process_uptime_seconds \d/m)
    expect(text).toMatch(/^haproxy_backend_active_servers\{proxy="gateways"\} 1$/m)
  })

  /** Runs `use` while the replica answers as given. */
  async function during<T>(given: RequestListener, use: () => Promise<T>): Promise<T> {
    answers = given
    return use().finally(() => {
      answers = fine
    })
  }

  /** One request as the replica sees it. */
  async function seen(send: () => Promise<unknown>): Promise<Seen | undefined> {
    let noted: Seen | undefined
    const note: RequestListener = async (req, res) => {
      let body = ''
      for await (const part of req) body += part
      noted = { method: req.method, url: req.url, headers: req.headers, body }
      res.end()
    }
    await during(note, send)
    return noted
  }

  /** Raw bytes to the balancer, and what comes back until it closes. */
  async function raw(text: string): Promise<string> {
    const socket = connect(balancer.port, '127.0.0.1')
    socket.write(text)
    let answer = ''
    for await (const part of socket) answer += part
    return answer
  }

  /** Raw bytes to the balancer, and the beginning of what comes back. */
  async function first(text: string): Promise<string> {
    const socket = connect(balancer.port, '127.0.0.1')
    socket.write(text)
    const [part] = await once(socket, 'data')
    socket.destroy()
    return String(part)
  }

  /** An answer over a connection of its own: older versions hang up where a kept one would need a 502. */
  async function problem(method = 'GET', headers: http.OutgoingHttpHeaders = {}) {
    const where = { host: '127.0.0.1', port: balancer.port, path: '/http/v1/projects', agent: false }
    const request = http.request({ ...where, method, headers })
    request.flushHeaders()
    if (headers['content-length'] === undefined) request.end()
    const [answer] = await once(request, 'response')
    let text = ''
    for await (const part of answer) text += part
    request.destroy()
    return { status: answer.statusCode, headers: new Headers(answer.headers), body: Object(JSON.parse(text)) }
  }

  function expectProblem(
    { status, headers, body }: Awaited<ReturnType<typeof problem>>,
    code: ErrorCode,
    wanted: number = errorCodes[code].status,
  ) {
    const id = String(headers.get('x-request-id'))
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      wanted,
      'application/problem+json',
      'no-store',
    ])
    expect(body).toEqual({ ...problemOf(new AppError(code, String(body.detail)), id), status: wanted })
  }

  it.each(['/http/v1/%2e%2e/internal//a/../b?x=%20&y', '/mcp'])(
    'hands on %s as it was sent, with its body and Host',
    async (target) => {
      const sent = `POST ${target} HTTP/1.1\r\nHost: example.com:81\r\nConnection: close\r\nContent-Length: 7\r\n\r\n{"a":1}`
      const arrived = { method: 'POST', url: target, body: '{"a":1}', headers: { host: 'example.com:81' } }
      expect(await seen(() => raw(sent))).toMatchObject(arrived)
    },
  )

  it('says who called, whatever the caller claims', async () => {
    const claims = {
      'X-Forwarded-For': '203.0.113.9, 203.0.113.10',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'for=203.0.113.9',
      'X-Real-IP': '203.0.113.9',
    }
    const arrived = (await seen(() => status({ headers: claims })))?.headers ?? {}
    expect(arrived).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
    expect([arrived.forwarded, arrived['x-real-ip']]).toEqual([undefined, undefined])
  })

  it('a body streams: the replica reads its beginning before its end was sent', async () => {
    await during(
      (req, res) => void req.once('data', () => res.end('read')),
      async () => {
        const request = http.request({ host: '127.0.0.1', port: balancer.port, method: 'POST', path: '/' })
        request.on('error', () => {}).write('{')
        const [answer] = await once(request, 'response')
        expect(answer.statusCode).toBe(200)
        request.destroy()
      },
    )
  })

  it.skipIf(!isCurrent(haproxy))('a refusal before the body was read arrives, however large the body', async () => {
    const refuses: RequestListener = (_req, res) => void res.writeHead(401, { Connection: 'close' }).end('{}')
    const body = Buffer.alloc(3_500_000)
    const all = await during(refuses, () =>
      Promise.all(Array.from({ length: 20 }, () => status({ method: 'POST', body }))),
    )
    expect(new Set(all)).toEqual(new Set([401]))
  })

  it.each(['GET', 'POST', 'DELETE'])(
    'a %s that the replica has read is never sent again: 502, once',
    async (method) => {
      const before = replica.served()
      expectProblem(
        await during(
          (req) => void req.socket.destroy(),
          () => problem(method),
        ),
        'bad_upstream_body',
      )
      expect(replica.served() - before).toBe(1)
    },
  )

  it('413 above 4 MB, before the replica sees it', async () => {
    const before = replica.served()
    expectProblem(await problem('POST', { 'content-length': 4_194_305 }), 'payload_too_large')
    expect(replica.served()).toBe(before)
    expect(await status({ method: 'POST', body: Buffer.alloc(4_194_304) })).toBe(200)
  })

  it('504 for an answer that does not come', async () => {
    expectProblem(
      await during(
        () => {},
        () => problem(),
      ),
      'timeout',
    )
  })

  it('503 while no gateway is ready, to be tried again after a second', async () => {
    replica.setReady(false)
    const answer = await until('a 503', async () => {
      const one = await problem().catch(() => undefined)
      return one?.status === 503 && one
    })
    replica.setReady(true)
    expectProblem(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('1')
    await until('the replica to be ready', async () => (await status()) === 200)
  })

  it.skipIf(!isCurrent(haproxy))(
    'an offer of HTTP/2 is not handed on, one of another protocol is refused',
    async () => {
      const offer = (what: string) =>
        `POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${what}\r\nContent-Length: 2\r\n\r\n{}`
      const arrived = await seen(() => first(offer('h2c')))
      expect(arrived).toMatchObject({ method: 'POST', body: '{}' })
      expect(arrived?.headers.upgrade).toBeUndefined()
      expect(await first(offer('something'))).toMatch(/^HTTP\/1.1 400 /)
    },
  )

  it.skipIf(!isCurrent(haproxy))('400 and 431 in JSON for what is no request', async () => {
    const coded = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'
    const [broken, large] = ['GET / HTTP/1.1\r\nfoo bar\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`]
    for (const [code, text] of [
      [400, broken],
      [400, coded],
      [431, large],
    ] as const) {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${code} [\\s\\S]*application/problem\\+json`))
      const { detail, ...rest } = JSON.parse(body)
      const { instance: _none, ...said } = problemOf(new AppError('bad_request', detail, { status: code }), '')
      expect({ detail, ...rest }).toEqual(said)
    }
  })

  it('logs a line of JSON an answer, with its request id and nothing of the caller', async () => {
    const answered: RequestListener = (_req, res) =>
      void res.writeHead(200, { 'X-Request-Id': 'id-of-the-gateway' }).end()
    const asked = { headers: { Authorization: 'Bearer rts_sk_secret' } }
    await during(answered, () => fetch(`${balancer.url}/secret-path?key=rts_sk_secret`, asked))
    const line = await until('its line', () => balancer.lines.find((one) => one.includes('id-of-the-gateway')))
    expect(JSON.parse(line)).toMatchObject({ status: 200, gateway: '127.0.0.2', requestId: 'id-of-the-gateway' })
    expect(balancer.lines.join('\n')).not.toMatch(/secret|127\.0\.0\.1\b/)
  })
})
