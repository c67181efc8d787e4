import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, newGuest } from './support/agent.ts'
import { post, postWaiting, rpc, toolCall } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
let origin = ''
let token = ''
beforeAll(async () => {
  world = await startWorld({ MCP_ALLOWED_ORIGINS: 'https://claude.ai' })
  ;({ url, origin } = world.gateway)
  token = (await world.newKey('growth')).secret
})
afterAll(() => world.stop())

const list = rpc('tools/list')

describe('keys', () => {
  it.each([
    ['garbage', 'Bearer garbage'],
    ['a truncated key', 'Bearer rts_gk_short'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['an empty bearer', 'Bearer '],
    ['ten kilobytes', `Bearer ${'x'.repeat(10_000)}`],
    ['a well-formed unknown key', 'Bearer rts_ak_000000000000000000000000000000000000000000000000Z'],
  ])('%s is 401 with the id, and never the lobby', async (_name, authorization) => {
    const { status, headers, json } = await post(url, {
      headers: { authorization },
      body: rpc('tools/list', undefined, 'abc'),
    })
    expect([status, json.id, json.error?.code]).toEqual([401, 'abc', -32_000])
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer realm="mcp", error="invalid_token", error_description="[^"]+"$/,
    )
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('two Authorization headers are 401', async () => {
    const { default: http } = await import('node:http')
    const status = await new Promise<number | undefined>((resolve) => {
      const headers = ['Host', 'x', 'Content-Type', 'application/json', 'Accept', 'application/json, text/event-stream']
      const doubled = [
        ...headers,
        'Authorization',
        `Bearer ${token}`,
        'Authorization',
        `Bearer ${token}`,
        'Content-Length',
        String(list.length),
      ]
      http.request(url, { method: 'POST', headers: doubled }, (answer) => resolve(answer.resume().statusCode)).end(list)
    })
    expect(status).toBe(401)
  })

  it('a token in the address is not read', async () => {
    const { json } = await post(`${url}?token=${token}`, { body: list })
    expect(Object(json.result).tools).toHaveLength(1)
  })

  it('a server key is 401 here, a lasting and a guest key are 401 on REST', async () => {
    const server = await world.newKey('growth', 'server')
    expect((await post(url, { token: server.secret, body: list })).status).toBe(401)
    for (const secret of [token, (await newGuest(url)).token]) {
      const answer = await fetch(`${origin}/http/v1/projects`, { headers: { authorization: `Bearer ${secret}` } })
      expect(answer.status).toBe(401)
    }
  })

  it('a revoked key is 401 at once, on every replica', async () => {
    const key = await world.newKey('growth')
    const other = await world.startGateway(world.mcp.port)
    for (const at of [url, other.url]) expect((await post(at, { token: key.secret, body: list })).status).toBe(200)
    await world.operator.call('keys.revoke', { params: { keyId: key.keyId } })
    for (const at of [url, other.url]) expect((await post(at, { token: key.secret, body: list })).status).toBe(401)
  })
})

describe('messages', () => {
  it.each([
    ['invalid JSON', '{', 400, -32_700],
    ['null', 'null', 400, -32_600],
    ['a number', '5', 400, -32_600],
    ['a batch', `[${list}]`, 400, -32_600],
    ['no version', '{"id":1,"method":"ping"}', 400, -32_600],
    [
      '300 KB',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(300_000) } }),
      413,
      -32_000,
    ],
  ])('%s is refused', async (_name, body, status, code) => {
    for (const key of [undefined, token]) {
      const answer = await post(url, { body, ...(key ? { token: key } : {}) })
      expect([answer.status, answer.json.error?.code]).toEqual([status, code])
    }
  })

  it('the address with one slash at its end is the door too', async () => {
    expect((await post(`${url}/`, { token, body: list })).status).toBe(200)
    expect((await post(`${url}//`, { token, body: list })).status).toBe(404)
  })

  it.each(['*/*', 'application/*', 'text/html, */*;q=0.8', 'application/json'])(
    'an Accept of %s is taken',
    async (accept) => {
      const { status, json } = await post(url, { token, body: list, headers: { accept } })
      expect([status, Array.isArray(Object(json.result).tools)]).toEqual([200, true])
    },
  )

  it('another content type is 415, an Accept without JSON 406', async () => {
    expect((await post(url, { body: list, headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await post(url, { body: list, headers: { accept: 'text/event-stream' } })).status).toBe(406)
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('%s is 405', async (method) => {
    for (const key of [undefined, token]) {
      const { status, headers } = await post(url, { method, ...(key ? { token: key } : {}) })
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it.each([[[]], [null], ['text'], [5]])('tool arguments that are %j are invalid parameters', async (args) => {
    const { status, json } = await post(url, { token, body: toolCall('account_status', args, 9) })
    expect([status, json.id, json.error?.code]).toEqual([200, 9, -32_602])
  })

  it.each(['nothing', '__proto__', 'constructor', ''])('the tool %j does not exist', async (name) => {
    const { json } = await post(url, { token, body: toolCall(name, {}, 4) })
    expect([json.id, json.error?.code]).toEqual([4, -32_602])
  })

  it('an unknown method is -32601', async () => {
    const { status, json } = await post(url, { token, body: rpc('tools/none') })
    expect([status, json.error?.code]).toEqual([200, -32_601])
  })

  it('a notification is accepted without an answer', async () => {
    const { status, text } = await post(url, { token, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })
    expect([status, text]).toEqual([202, ''])
  })
})

describe('the size of a message', () => {
  const sized = (bytes: number) => {
    const bare = rpc('ping', { x: '' })
    return rpc('ping', { x: 'x'.repeat(bytes - bare.length) })
  }

  it.each([
    ['with a key 256 KB', () => token, 262_144],
    ['without one 64 KB', () => undefined, 65_536],
  ])('is %s, and a byte more is 413', async (_what, keyOf, bytes) => {
    const key = keyOf()
    const send = (body: string) => post(url, { body, ...(key ? { token: key } : { from: freshAddress() }) })
    expect((await send(sized(bytes))).status).toBe(200)
    expect((await send(sized(bytes + 1))).status).toBe(413)
  })

  it('counts, not its depth: params nested through all of it are refused or left out, and the next call is answered', async () => {
    const deep = `${'['.repeat(130_000)}${']'.repeat(130_000)}`
    const text = rpc('tools/call', { name: 'account_status', arguments: { x: 0 } }).replace('"x":0', `"x":${deep}`)
    expect(text.length).toBeLessThan(262_144)
    expect((await post(url, { token, body: text })).status).toBeLessThan(500)
    expect((await post(url, { token, body: list })).status).toBe(200)
  })

  const given = (text: string) =>
    rpc('tools/call', { name: 'account_status', arguments: { x: 0 } }).replace('"x":0', `"x":${text}`)
  const lists = (depth: number) => given(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  const row = (count: number) => given(`[${Array(count).fill('{}')}]`)

  it.each([
    ['32 deep', lists(29), lists(30), 'The body is nested too deeply'],
    ['10,000 values', row(9_996), row(9_997), 'The body has more than 10000 values'],
  ])('allows %s and no more: that is 400, and an invalid request', async (_what, max, more, message) => {
    expect((await post(url, { token, body: max })).status).toBe(200)
    const { status, json } = await post(url, { token, body: more })
    expect([status, json.error]).toEqual([400, { code: -32_600, message }])
  })
})

describe('a client that waits for leave to send its body', () => {
  const large = rpc('ping', { x: 'x'.repeat(300_000) })

  it('gets it, with a key and in the lobby, where the message is counted once', async () => {
    expect(await postWaiting(url, { token, body: list })).toEqual({ status: 200, continued: true })
    const from = freshAddress()
    const asked = await Promise.all(Array.from({ length: 31 }, () => postWaiting(url, { from, body: list })))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(asked.find(({ status }) => status !== 200)).toEqual({ status: 429, continued: false })
  })

  it('does not get it where the message would be refused: by its size, by its key, by its minute', async () => {
    expect(await postWaiting(url, { body: large })).toEqual({ status: 413, continued: false })
    expect(await postWaiting(url, { token, body: large })).toEqual({ status: 413, continued: false })
    const bad = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect(await postWaiting(url, { token: bad, body: list })).toEqual({ status: 401, continued: false })
    const revoked = await world.newKey('growth')
    await world.operator.call('keys.revoke', { params: { keyId: revoked.keyId } })
    expect(await postWaiting(url, { token: revoked.secret, body: list })).toEqual({ status: 401, continued: false })
    const full = await world.newKey('growth')
    await Promise.all(Array.from({ length: 30 }, () => post(url, { token: full.secret, body: list })))
    expect(await postWaiting(url, { token: full.secret, body: list })).toEqual({ status: 429, continued: false })
  })
})

describe('the metrics of the gateway', () => {
  it('count agents’ requests as mcp, and show the breaker of the service behind', async () => {
    await post(url, { token, body: list })
    const text = await (await fetch(`http://127.0.0.1:${world.gateway.adminPort}/metrics`)).text()
    expect(text).toMatch(/^gateway_requests_total\{operation="mcp",status="200",service="gateway"\} \d+$/m)
    expect(text).toMatch(/^gateway_breaker_open\{upstream="mcp",service="gateway"\} 0$/m)
  })
})

describe('origins', () => {
  it('a foreign one is 403 on every method, with and without a key; one on the list passes; none passes', async () => {
    for (const foreign of ['https://evil.example', 'null', 'http://10.0.0.1', 'https://claude.ai.evil.example']) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const call = { method, headers: { origin: foreign }, ...(method === 'POST' ? { body: list } : {}) }
        expect((await post(url, call)).status, `${method} ${foreign}`).toBe(403)
        expect((await post(url, { ...call, token })).status, `${method} ${foreign}`).toBe(403)
      }
    }
    const { status, headers } = await post(url, { body: list, headers: { origin: 'https://claude.ai' } })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://claude.ai'])
  })
})

describe('probes of OAuth clients', () => {
  it('get a JSON 404 and cost a live key nothing', async () => {
    const server = await world.newKey('growth', 'server')
    const paths = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server/mcp', '/register']
    for (let i = 0; i < 10; i++) {
      const method = i % 3 === 2 ? 'POST' : 'GET'
      const answer = await fetch(`${origin}${paths[i % 3]}`, {
        method,
        headers: { authorization: `Bearer ${server.secret}`, accept: 'application/json' },
      })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ status: 404 })
    }
    const list = await fetch(`${origin}/http/v1/projects`, { headers: { authorization: `Bearer ${server.secret}` } })
    expect(list.status).toBe(200)
  })
})
