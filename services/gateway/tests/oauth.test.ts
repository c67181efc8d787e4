import { createHash, randomBytes } from 'node:crypto'
import { callerHeader } from '@rts/shared/contract/caller'
import { connectPath, mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountEnd } from '../src/data/account-end.ts'
import { type Consent, createGrantStore, type GrantStore } from '../src/data/grant-store.ts'
import { type Gateway, type Key, startWorld, type World } from './support.ts'

const origin = 'https://ranks.example'
const resource = origin + connectPath
const clientId = 'https://client.example/oauth/client.json'
const redirectUri = 'https://client.example/callback'
const [tokenPath, revokePath, authorizePath] = ['token', 'revoke', 'authorize'].map((name) => `${connectPath}/${name}`)

let world: World
let gateway: Gateway
let grants: GrantStore
let key: Key
let hosts = 0
beforeAll(async () => {
  world = await startWorld()
  const { url } = world.projects
  const env = { MCP_URL: url, DASHBOARD_URL: url, PUBLIC_URL: origin, TRUSTED_PROXY_HOPS: '1' }
  gateway = await world.start({ env: { ...env, ADMISSION_TIMEOUT_MS: '5000' } })
  grants = createGrantStore(world.database.pool)
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey()
  world.projects.play()
  world.projects.forget()
})

const freshAddress = () => `203.0.113.${++hosts}`
const at = (path = '', to = gateway) => `http://127.0.0.1:${to.port}${path}`
type Reply = { status: number; headers: Headers; json: Record<string, string> }

async function reply(answer: Promise<Response>): Promise<Reply> {
  const { status, headers, ...rest } = await answer.then(async (res) => ({
    status: res.status,
    headers: res.headers,
    text: await res.text(),
  }))
  return { status, headers, json: rest.text === '' ? {} : JSON.parse(rest.text) }
}

/** Calls the agents' tools. */
function ask(token?: string, path = connectPath, to = gateway): Promise<Reply> {
  const headers = {
    'x-forwarded-for': freshAddress(),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} })
  return reply(fetch(at(path, to), { method: 'POST', headers, body }))
}

/** Posts a form. */
function post(form: Record<string, string> | string, { path = tokenPath, from = freshAddress() } = {}): Promise<Reply> {
  const headers = { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' }
  return reply(fetch(at(path), { method: 'POST', headers, body: new URLSearchParams(form).toString() }))
}
const get = (path: string, to = gateway) =>
  reply(fetch(at(path, to), { headers: { 'x-forwarded-for': freshAddress() } }))
const many = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)))

/** A code as a person's consent gives it, and the form that exchanges it. */
async function consented(more: Partial<Consent> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const client = { clientId, clientName: 'A client', redirectUri, challenge, actor: 'person:p1' }
  const code = await grants.createCode({ accountId: key.accountId, siteId: null, ...client, ...more })
  const form = { client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier, resource }
  return { code, form: { grant_type: 'authorization_code', code, ...form } }
}
async function connected(more: Partial<Consent> = {}) {
  const { code, form } = await consented(more)
  const { status, json } = await post(form)
  expect(status).toBe(200)
  return { code, form, access: String(json.access_token), refresh: String(json.refresh_token) }
}
const refreshWith = (token: string, more: Record<string, string> = {}) =>
  post({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more })
const refusal = (error: string, status = 400) => ({ status, json: { error, error_description: expect.any(String) } })
const codesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort()
const rows = async (text: string, ...values: unknown[]) => (await world.database.pool.query(text, values)).rows
const lasting = () =>
  rows(`SELECT id, revoked_at AS "revokedAt" FROM api_key WHERE account_id = $1 AND kind = 'lasting'`, key.accountId)

describe('the address of OAuth', () => {
  it('answers a client without a token with 401 and where its metadata is, whatever it sends', async () => {
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${connectPath}"`
    for (const path of [connectPath, `${connectPath}/`]) {
      const { status, headers } = await ask(undefined, path)
      expect([status, headers.get('www-authenticate')]).toEqual([401, challenge])
    }
    const opened = await get(connectPath)
    expect([opened.status, opened.headers.get('www-authenticate')]).toEqual([401, challenge])
    const { status, headers } = await ask('rts_ak_garbage')
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", .*resource_metadata="https:/),
    ])
    expect(world.projects.received).toEqual([])
  })

  it('describes the resource and its authorization server below their own path, in which clients find all they need', async () => {
    const found = await get(`/.well-known/oauth-protected-resource${connectPath}`)
    expect(found.json).toMatchObject({ resource, authorization_servers: [resource] })
    const server = await get(`/.well-known/oauth-authorization-server${connectPath}`)
    expect(server.json).toMatchObject({
      issuer: resource,
      authorization_endpoint: origin + authorizePath,
      token_endpoint: origin + tokenPath,
      revocation_endpoint: origin + revokePath,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
    expect(server.json).not.toHaveProperty('registration_endpoint')
  })

  it('speaks for itself alone: the lobby stays open, and all other probes are 404', async () => {
    expect((await ask(undefined, mcpPath)).status).toBe(200)
    const bad = await ask('rts_ak_garbage', mcpPath)
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
      401,
      expect.not.stringContaining('resource_metadata'),
    ])
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])
      for (const path of ['', mcpPath, `${mcpPath}/`, `${connectPath}/x`])
        expect(await get(`/.well-known/${name}${path}`)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect((await post({}, { path: '/register' })).status).not.toBe(201)
  })

  it('is not there without a dashboard, which would ask for consent', async () => {
    for (const path of [connectPath, `/.well-known/oauth-protected-resource${connectPath}`, authorizePath ?? ''])
      expect((await get(path, world.gateway)).status).toBe(404)
  })

  it('takes a lasting key as it is, as the lobby takes an access token: the two addresses have the same tools', async () => {
    const { secret } = await world.addKey(key.accountId, 'lasting')
    const { access } = await connected()
    expect(codesOf([await ask(secret), await ask(access, mcpPath)])).toEqual([200, 200])
    expect((await ask(key.secret)).status).toBe(401)
  })
})

describe('GET authorize', () => {
  it('leads to the page that asks, with the request behind the #, where nothing changes it', async () => {
    const query = 'client_id=https%3A%2F%2Fclient.example%2Fa&state=%7B%22a%22%3A+1%7D&state=2'
    const headers = { 'x-forwarded-for': freshAddress() }
    const answer = await fetch(at(`${authorizePath}?${query}`), { redirect: 'manual', headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/connect#${query}`])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('is counted by network: 60 a minute', async () => {
    const headers = { 'x-forwarded-for': freshAddress() }
    const replies = await many(65, () => fetch(at(authorizePath), { redirect: 'manual', headers }))
    const refused = replies.filter(({ status }) => status === 429)
    expect([refused.length, Number(refused[0]?.headers.get('retry-after')) > 0]).toEqual([5, true])
  })
})

describe('POST token with a code', () => {
  it('answers an access token of an hour that opens the tools, limited as the person chose', async () => {
    const { form } = await consented({ siteId: 'site-1' })
    const { status, headers, json } = await post(form)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(json).toEqual({
      ...{ access_token: expect.stringMatching(/^rts_ak_\w{49}$/), token_type: 'Bearer', expires_in: 3600 },
      refresh_token: expect.stringMatching(/^rts_rt_[\w-]{86}$/),
    })
    expect((await ask(json.access_token)).status).toBe(200)
    const caller = Buffer.from(world.projects.received.at(-1)?.header(callerHeader) ?? '', 'base64url').toString()
    expect(JSON.parse(caller)).toMatchObject({ accountId: key.accountId, siteId: 'site-1', kind: 'account' })
  })

  it('keeps neither code nor tokens, only hashes', async () => {
    const { code, access, refresh } = await connected()
    const kept = await rows(
      `SELECT (SELECT string_agg(c::text, '') FROM grant_code c) || (SELECT string_agg(g::text, '') FROM key_grant g)
         || (SELECT string_agg(k::text, '') FROM api_key k) || (SELECT string_agg(a::text, '') FROM audit_entry a) AS text`,
    )
    for (const secret of [code, access, refresh.slice(7, 50), refresh.slice(50)])
      expect(kept[0].text).not.toContain(secret)
  })

  it.each([
    ['another verifier', { code_verifier: 'v'.repeat(43) }],
    ['a challenge in the place of its verifier', { code_verifier: 'short' }],
    ['another client', { client_id: 'https://other.example/client.json' }],
    ['another address to go back to', { redirect_uri: 'https://client.example/other' }],
  ])('refuses %s, and the code is used up by that', async (_name, wrong) => {
    const { form } = await consented()
    expect(await post({ ...form, ...wrong })).toMatchObject(refusal('invalid_grant'))
    expect(await post(form)).toMatchObject(refusal('invalid_grant'))
    expect(await lasting()).toEqual([])
  })

  it('refuses a code after a minute, and one that nobody gave', async () => {
    const { form } = await consented()
    await rows(`UPDATE grant_code SET created_at = now() - interval '61 seconds' WHERE account_id = $1`, key.accountId)
    expect(await post(form)).toMatchObject(refusal('invalid_grant'))
    expect(await post({ ...form, code: 'x'.repeat(43) })).toMatchObject(refusal('invalid_grant'))
  })

  it('ends the access that a code gave if the code comes a second time', async () => {
    const { form, access, refresh } = await connected()
    expect(await post(form)).toMatchObject(refusal('invalid_grant'))
    expect((await ask(access)).status).toBe(401)
    expect(await refreshWith(refresh)).toMatchObject(refusal('invalid_grant'))
    const audited = await rows(
      `SELECT detail FROM audit_entry WHERE action = 'key.revoked' AND account_id = $1`,
      key.accountId,
    )
    expect(audited).toEqual([{ detail: { reason: 'its code was used twice' } }])
  })

  it('of ten at once gives one access, which the others end', async () => {
    const { form } = await consented()
    const replies = await many(10, () => post(form))
    expect(codesOf(replies)).toEqual([200, ...Array(9).fill(400)])
    const [won] = replies.filter(({ status }) => status === 200)
    expect([(await lasting()).length, (await ask(won?.json.access_token)).status]).toEqual([1, 401])
  })

  it('counts among the ten lasting keys, exactly, however many come at once', async () => {
    await many(8, () => world.addKey(key.accountId, 'lasting'))
    const waiting = await many(5, () => consented())
    const replies = await many(5, (i) => post(waiting[i]?.form ?? {}))
    expect(codesOf(replies)).toEqual([200, 200, 400, 400, 400])
    expect(replies.find(({ status }) => status === 400)?.json.error_description).toMatch(/^An account has at most 10/)
    await expect(consented()).rejects.toMatchObject({ code: 'conflict' })
  })

  it('refuses where the account was closed in between, and ends with it', async () => {
    const { form } = await consented()
    const { access, refresh } = await connected()
    const [{ email }] = (await rows('SELECT email FROM account WHERE id = $1', key.accountId)) as [{ email: string }]
    await createAccountEnd(world.database.pool).close(key.accountId, email, 'test')
    expect(await post(form)).toMatchObject(refusal('invalid_grant'))
    expect(await refreshWith(refresh)).toMatchObject(refusal('invalid_grant'))
    expect((await ask(access)).status).toBe(401)
  })
})

describe('POST token with a refresh token', () => {
  it('replaces both tokens, under the same key', async () => {
    const { access, refresh } = await connected()
    const { status, json } = await refreshWith(refresh, { resource })
    expect(status).toBe(200)
    expect([(await ask(access)).status, (await ask(json.access_token)).status]).toEqual([401, 200])
    expect([await lasting(), json.refresh_token !== refresh]).toEqual([
      [{ id: expect.any(String), revokedAt: null }],
      true,
    ])
  })

  it('goes on after the hour of the access token', async () => {
    const { access, refresh } = await connected()
    await rows(`UPDATE api_key SET expires_at = now() WHERE account_id = $1 AND kind = 'lasting'`, key.accountId)
    expect((await ask(access)).status).toBe(401)
    const { json } = await refreshWith(refresh)
    expect((await ask(json.access_token)).status).toBe(200)
  })

  it('ends the grant if a token comes a second time: one of the two was stolen', async () => {
    const { refresh } = await connected()
    const { json } = await refreshWith(refresh)
    expect(await refreshWith(refresh)).toMatchObject(refusal('invalid_grant'))
    expect(await refreshWith(String(json.refresh_token))).toMatchObject(refusal('invalid_grant'))
    expect((await ask(json.access_token)).status).toBe(401)
  })

  it('of ten at once gives at most one new access, and the grant has ended', async () => {
    const { refresh } = await connected()
    const replies = await many(10, () => refreshWith(refresh))
    expect(codesOf(replies)).toEqual([200, ...Array(9).fill(400)])
    expect((await lasting())[0].revokedAt).toEqual(expect.any(Date))
  })

  it('refuses another client, an access token, and what has not its form; the right one still works', async () => {
    const { access, refresh } = await connected()
    const other = { client_id: 'https://other.example/client.json' }
    for (const answer of [await refreshWith(refresh, other), await refreshWith(access), await refreshWith('rts_rt_x')])
      expect(answer).toMatchObject(refusal('invalid_grant'))
    expect((await refreshWith(refresh)).status).toBe(200)
  })

  it('is refused, and its access with it, from the moment in which a person revokes the key, on every replica', async () => {
    const { access, refresh } = await connected()
    const [{ id }] = (await lasting()) as [{ id: string }]
    await world.revoke(id)
    const env = { MCP_URL: world.projects.url, DASHBOARD_URL: world.projects.url, PUBLIC_URL: origin }
    const replica = await world.start({ env })
    expect(codesOf([await ask(access), await ask(access, connectPath, replica), await refreshWith(refresh)])).toEqual([
      400, 401, 401,
    ])
  })
})

describe('POST revoke', () => {
  it.each(['access', 'refresh'] as const)('ends the grant by its %s token, for its client alone', async (kind) => {
    const tokens = await connected()
    const revoke = (client_id: string) => post({ token: tokens[kind], client_id }, { path: revokePath ?? '' })
    expect((await revoke('https://other.example/client.json')).status).toBe(200)
    expect((await ask(tokens.access)).status).toBe(200)
    expect((await revoke(clientId)).status).toBe(200)
    expect((await ask(tokens.access)).status).toBe(401)
    expect(await refreshWith(tokens.refresh)).toMatchObject(refusal('invalid_grant'))
  })

  it('says nothing about an unknown token, and leaves other keys alone', async () => {
    const { secret } = await world.addKey(key.accountId, 'lasting')
    for (const token of ['x', secret])
      expect(await post({ token, client_id: clientId }, { path: revokePath ?? '' })).toMatchObject({
        status: 200,
        json: {},
      })
    expect((await ask(secret)).status).toBe(200)
  })
})

describe('a request that is none', () => {
  it.each([
    ['no grant type', { client_id: clientId }, 'invalid_request'],
    ['no client', { grant_type: 'authorization_code', code: 'c', code_verifier: 'v' }, 'invalid_request'],
    ['no verifier', { grant_type: 'authorization_code', code: 'c', client_id: clientId }, 'invalid_request'],
    ['another grant type', { grant_type: 'password', client_id: clientId }, 'unsupported_grant_type'],
    [
      'another resource',
      { grant_type: 'refresh_token', client_id: clientId, resource: `${origin}/mcp` },
      'invalid_target',
    ],
    ['a parameter twice', 'grant_type=refresh_token&client_id=a&client_id=b', 'invalid_request'],
  ])('with %s is refused in the form of OAuth', async (_name, form, error) => {
    expect(await post(form)).toMatchObject(refusal(error))
  })

  it('of another method, type or size is refused without a word of ours', async () => {
    const got = await get(tokenPath ?? '')
    expect([got.status, got.headers.get('allow'), got.json.error]).toEqual([405, 'POST', 'invalid_request'])
    const headers = { 'x-forwarded-for': freshAddress(), 'content-type': 'application/json' }
    expect(await reply(fetch(at(tokenPath), { method: 'POST', headers, body: '{}' }))).toMatchObject(
      refusal('invalid_request'),
    )
    expect(await post({ code: 'x'.repeat(20_000) })).toMatchObject(refusal('invalid_request', 413))
  })

  it('comes 120 times a minute from a network, and no more', async () => {
    const from = freshAddress()
    const replies = await many(125, () => post({ grant_type: 'x', client_id: 'x' }, { from }))
    const refused = replies.filter(({ status }) => status === 429)
    expect([refused.length, refused[0]?.json.error]).toEqual([5, 'temporarily_unavailable'])
  })
})
