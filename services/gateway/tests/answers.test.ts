import { describe, expect, it } from 'vitest'
import { useHeldCalls } from './support/held-calls.ts'
import { connectRaw } from './support/raw-client.ts'
import { answer } from './support/simulated-service.ts'
import { requestText } from './support.ts'

const stage = useHeldCalls()
const { read, bytes, day } = stage
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

describe('an answer that breaks', () => {
  it.each([
    ['inside its head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['before its body', `${head}Content-Length: 50\r\n\r\n`],
    ['before the second character', `${head}Content-Length: 50\r\n\r\n  {  `],
    ['before the second character, chunked', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
    ['with a malformed head', 'HTTP/1.1 200 OK\r\nContent Length 5\r\n\r\n{}'],
    ['with two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'as a refusal without its body',
      `HTTP/1.1 404 N\r\nContent-Type: application/problem+json\r\nContent-Length: 90\r\n\r\n`,
    ],
    ['as a 500 without its body', `HTTP/1.1 500 N\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`],
    ['by being another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('%s is a clean 5xx, given back once', async (_where, text) => {
    bytes(text)
    const reply = await read()
    expect([500, 502]).toContain(reply.status)
    expect(await day()).toEqual({ used: 0, charged: 1, givenBack: 1 })
    expect(stage.world.projects.received).toHaveLength(1)
  })

  it.each([
    ['too short', `${head}Content-Length: 50\r\n\r\n{"a":1}`],
    ['without its last chunk', `${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n`],
    ['with a malformed chunk', `${head}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\nzz\r\n`],
  ])('%s is a cut connection or a 502, never a whole answer', async (_how, text) => {
    bytes(text)
    const connection = await connectRaw(stage.world.gateway.port)
    connection.send(requestText({ key: stage.key.secret }))
    const status = await connection.answer().then(
      (reply) => reply.status,
      () => 'cut',
    )
    expect([502, 'cut']).toContain(status)
    if (status === 'cut') expect(connection.isClosed()).toBe(true)
    connection.socket.destroy()
    const { used, charged, givenBack } = await day()
    expect(used).toBe(charged - givenBack)
  })

  it('longer than it said is its announced part, or a 502', async () => {
    bytes(`${head}Content-Length: 7\r\n\r\n{"a":1}{"b":2}`)
    const reply = await read()
    if (reply.status === 200) expect(reply.json).toMatchObject({ a: 1 })
    else expect(reply.status).toBe(502)
    expect(reply.text).not.toContain('"b"')
  })
})

describe('the splice', () => {
  it.each(['[]', '', ' ', '7', '"text"', 'null', '{a:1}', '{1', '{{', '{[', '<html>', '\ufeff{}'])(
    'of %j is a 502',
    async (body) => {
      bytes(answer(200, body))
      expect(await read()).toMatchObject({ status: 502, json: { code: 'bad_upstream_body', retryable: true } })
      expect(await day()).toEqual({ used: 0, charged: 1, givenBack: 1 })
    },
  )

  it.each([
    ['no body', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['not modified', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
    ['a redirect', answer(302, '{}', { Location: 'http://evil.test/' })],
    ['gzip', answer(200, '{}', { 'Content-Encoding': 'gzip' })],
    ['HTML', answer(200, '{}', { 'Content-Type': 'text/html' })],
    ['no type', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`],
  ])('of %s is a 502', async (_what, text) => {
    bytes(text)
    const reply = await read()
    expect(reply.status).toBe(502)
    expect(reply.header('location')).toBeUndefined()
  })

  it('of an empty object, of one in white space and of 5 MB is exact', async () => {
    const large = { projects: Array.from({ length: 5_000 }, (_, i) => ({ i, text: 'x'.repeat(1_000) })) }
    for (const body of ['{}', ' \n{ \t} ', '\r\n { "a" : {"b":[]} } \n', JSON.stringify(large)]) {
      bytes(answer(200, body))
      const reply = await read()
      const { allowance, ...rest } = reply.json
      expect(reply.status).toBe(200)
      expect(allowance).toMatchObject({ limit: 400 })
      expect(rest).toEqual(JSON.parse(body))
    }
  })

  it('of an answer in pieces of one byte, with a length or chunked, is exact', async () => {
    const body = ' { "projects" : [ ] } '
    const chunked = [...body].map((byte) => `1\r\n${byte}\r\n`).join('')
    for (const text of [answer(200, body), `${head}Transfer-Encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`]) {
      stage.world.projects.answerWith((_request, socket) => {
        socket.setNoDelay(true)
        const send = (at: number) => at < text.length && socket.write(text.charAt(at), () => setImmediate(send, at + 1))
        send(0)
      })
      expect(await read()).toMatchObject({ status: 200, json: { projects: [], allowance: { limit: 400 } } })
    }
  })
})
