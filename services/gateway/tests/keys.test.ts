import { verifierOf } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generateKey } from '../src/keys/rules/key-format.ts'
import type { RawAnswer } from './support/raw-client.ts'
import { call, type Key, startWorld, type World } from './support.ts'

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

const withAuthorization = (...values: string[]) =>
  call(world.gateway, { headers: values.map((value) => `Authorization: ${value}`) })
const admissionCalls = async () => {
  const text = await world.gateway.parts.registry.getSingleMetricAsString('gateway_admission_batch')
  return Number(/^gateway_admission_batch_count\S* (\d+)/m.exec(text)?.[1])
}

function expectNoKey(reply: RawAnswer, code = 'invalid_key'): void {
  expect(reply).toMatchObject({
    status: 401,
    json: { code, allowance: { used: 0, limit: 0, remaining: 0, exhausted: false } },
  })
  expect(reply.header('www-authenticate')).toBe('Bearer')
  expect(reply.header('ratelimit')).toBeUndefined()
  expect(world.projects.received).toEqual([])
}

describe('the Authorization header', () => {
  it('is required', async () => {
    expectNoKey(await call(world.gateway, {}), 'missing_key')
  })

  it('may name its scheme in any case, with several spaces behind it', async () => {
    for (const value of [
      `bearer ${key.secret}`,
      `BEARER ${key.secret}`,
      `Bearer  ${key.secret}`,
      `Bearer ${key.secret}  `,
    ]) {
      expect((await withAuthorization(value)).status, value).toBe(200)
    }
  })

  it('is 401 in any other form', async () => {
    const values = [
      'Basic dXNlcjpwYXNz',
      'Bearer',
      'Bearer ',
      '',
      `Bearer\t${key.secret}`,
      `Bearer ${key.secret} garbage`,
      `Bearer ${key.secret},${key.secret}`,
      `Bearer ${key.secret}\u00e9`,
      `Bearer "${key.secret}"`,
      `Token ${key.secret}`,
      key.secret,
      `Bearer ${'a'.repeat(10_240)}`,
      'Bearer ключ',
    ]
    for (const value of values) expectNoKey(await withAuthorization(value))
  })

  it('is 401 when it is sent twice, with any values', async () => {
    const other = await world.newKey()
    for (const second of [key.secret, other.secret, 'garbage', '']) {
      expectNoKey(await withAuthorization(`Bearer ${key.secret}`, `Bearer ${second}`))
      expectNoKey(await withAuthorization(`Bearer ${second}`, `Bearer ${key.secret}`))
    }
  })
})

describe('401', () => {
  it('for a key in the query, the body or another header', async () => {
    expectNoKey(await call(world.gateway, { path: `/projects?api_key=${key.secret}` }), 'missing_key')
    expectNoKey(await call(world.gateway, { headers: [`X-Api-Key: ${key.secret}`] }), 'missing_key')
    expectNoKey(await call(world.gateway, { headers: [`Proxy-Authorization: Bearer ${key.secret}`] }), 'missing_key')
    expectNoKey(await call(world.gateway, { method: 'POST', body: `{"key":"${key.secret}"}` }), 'missing_key')
  })

  it('is the same to the byte for revoked, unknown, expired, wrong-door and malformed keys', async () => {
    const lasting = await world.addKey(key.accountId, 'lasting')
    const revoked = await world.addKey(key.accountId)
    await world.revoke(revoked.id)
    const expired = await world.addKey(key.accountId)
    await world.database.pool.query(`UPDATE api_key SET expires_at = now() WHERE id = $1`, [expired.id])
    const secrets = [lasting, revoked, expired].map(({ secret }) => secret)
    secrets.push(generateKey('server'), generateKey('guest'), generateKey('lasting'), 'rts_sk_garbage')
    const seen = new Set<string>()
    for (const secret of secrets) {
      for (const path of ['/projects', '/nowhere']) {
        const { head, text, json } = await call(world.gateway, { key: secret, path })
        const lines = head.lines.filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
        seen.add([head.start, ...lines, text].join('\n').replaceAll(String(json.instance), 'ID'))
      }
    }
    expect(seen.size).toBe(1)
  })

  it('for look-alikes and wrong checksums without asking the database', async () => {
    await call(world.gateway, { key: key.secret })
    world.projects.forget()
    const before = await admissionCalls()
    const last = key.secret.at(-1) === '0' ? '1' : '0'
    const tries = [
      key.secret.slice(0, -1) + last,
      key.secret.replace('rts_sk_', 'rts_xk_'),
      key.secret.replace('rts_sk_', 'rts_ak_'),
    ]
    tries.push(
      key.secret.slice(0, -1),
      `${key.secret}0`,
      key.secret.replace('r', '\u0433'),
      key.secret.toUpperCase(),
      `${key.secret.slice(0, -1)}\u00ff`,
    )
    for (const secret of tries) expectNoKey(await call(world.gateway, { key: secret }))
    expect(await admissionCalls()).toBe(before)
  })

  it('for every request that starts after a revocation, on every replica', async () => {
    const other = await world.start()
    for (let round = 0; round < 5; round++) {
      const { secret, id } = await world.addKey(key.accountId)
      expect((await call(other, { key: secret })).status).toBe(200)
      await world.revoke(id)
      const statuses = await Promise.all(
        [world.gateway, other].flatMap((to) => [call(to, { key: secret }), call(to, { key: secret })]),
      )
      expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    }
  })
})

describe('a browser', () => {
  it('is 403 by the presence of Origin, Cookie or Sec-Fetch-Site, with a good key, a bad one or none', async () => {
    const marks = [
      ['Origin: https://x'],
      ['Origin: null'],
      ['Origin:'],
      ['Origin: a', 'Origin: b'],
      ['Cookie:'],
      ['Cookie: a=1'],
      [`Cookie: key=${key.secret}`],
      ['Sec-Fetch-Site: none'],
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
      ['Sec-Fetch-Site:'],
    ]
    for (const headers of marks) {
      for (const secret of [key.secret, 'garbage', undefined]) {
        const reply = await call(world.gateway, { headers, ...(secret ? { key: secret } : {}) })
        expect(reply, headers.join()).toMatchObject({
          status: 403,
          json: { code: 'browser_not_allowed', allowance: { limit: 0 } },
        })
      }
    }
    expect(await world.stamps(key.id)).toBe(0)
    expect(world.projects.received).toEqual([])
  })
})

describe('the request at a service', () => {
  const verify = verifierOf('projects')

  it('is the caller that the gateway signed, and nothing that a client sent in its name', async () => {
    const spoofed = [
      'x-rts-account: acc_evil',
      'x-rts-plan: scale',
      'x-rts-sig: evil',
      'X_Rts_Account: evil',
      'X-RTS-Caller: evil',
      'x-rts-signature: evil',
    ]
    const headers = [
      ...spoofed,
      'X-Request-Id: evil',
      'X-Forwarded-For: evil',
      'Via: evil',
      'Accept-Encoding: gzip',
      'User-Agent: evil',
      'TE: trailers',
    ]
    expect((await call(world.gateway, { key: key.secret, headers })).status).toBe(200)
    const [request] = world.projects.received
    const names = request?.head.lines.map(([name]) => name).sort()
    expect(names).toEqual(['accept', 'connection', 'host', 'x-request-id', 'x-rts-caller', 'x-rts-signature'])
    expect(world.projects.bytes()).not.toMatch(/evil|gzip/)
  })

  it('is whole although the client names our headers in Connection', async () => {
    const headers = ['Connection: x-rts-caller, x-rts-signature, authorization, host, keep-alive']
    expect((await call(world.gateway, { key: key.secret, headers })).status).toBe(200)
    expect(world.projects.received[0]?.header('x-rts-caller')).toMatch(/^[\w-]+$/)
    expect(world.projects.received[0]?.header('connection')).toBe('keep-alive')
  })

  it('is signed over method, target, query and body, for ten minutes, for this service alone', async () => {
    const body = '{"name":"A","domain":"a.com"}'
    const reply = await call(world.gateway, { method: 'POST', path: '/projects?x=1', key: key.secret, body })
    const [request] = world.projects.received
    const signed = {
      caller: request?.header('x-rts-caller') ?? '',
      signature: request?.header('x-rts-signature') ?? '',
    }
    const sent = { method: 'POST', target: '/projects?x=1', body: Buffer.from(body) }
    const caller = verify(signed, sent, Date.now())
    expect(caller).toMatchObject({
      iss: 'gateway',
      kind: 'account',
      accountId: key.accountId,
      keyId: key.id,
      plan: 'growth',
      collect: 'allow',
    })
    expect(caller.requestId).toBe(reply.header('x-request-id'))
    for (const changed of [
      { method: 'PATCH' },
      { target: '/projects?x=2' },
      { target: '/projects' },
      { body: Buffer.from('{}') },
    ]) {
      expect(() => verify(signed, { ...sent, ...changed }, Date.now())).toThrow()
    }
    expect(() => verify(signed, sent, Date.now() + 11 * 60_000)).toThrow()
    expect(() => verify({ caller: signed.caller }, sent, Date.now())).toThrow()
    expect(() => verifierOf('content')(signed, sent, Date.now())).toThrow()
  })

  it('never holds the key', async () => {
    await call(world.gateway, { key: key.secret })
    expect(world.projects.bytes()).not.toContain(key.secret)
    expect(world.projects.bytes()).not.toMatch(/authorization/i)
  })
})
