import { callerHeader } from '@rts/shared/contract/caller'
import { connectPath, mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formLimitBytes } from '../src/http/common/limits.ts'
import {
  authorizePath,
  clientId,
  codesOf,
  freshAddress,
  many,
  type OAuth,
  origin,
  refusal,
  registerPath,
  resource,
  revokePath,
  startOAuth,
  tokenPath,
} from './support/oauth.ts'
import { accountsAt } from './support/use-cases.ts'

let oauth: OAuth
beforeAll(async () => {
  oauth = await startOAuth()
})
afterAll(() => oauth.world.stop())
beforeEach(async () => {
  await oauth.changeAccount()
  oauth.world.projects.answerWith()
  oauth.world.projects.forget()
})

describe('the address of OAuth', () => {
  it('answers a client without a token with 401 and where its metadata is, whatever it sends', async () => {
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${connectPath}"`
    for (const path of [connectPath, `${connectPath}/`]) {
      const { status, headers } = await oauth.ask(undefined, path)
      expect([status, headers.get('www-authenticate')]).toEqual([401, challenge])
    }
    const opened = await oauth.get(connectPath)
    expect([opened.status, opened.headers.get('www-authenticate')]).toEqual([401, challenge])
    const { status, headers } = await oauth.ask('rts_ak_garbage')
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", .*resource_metadata="https:/),
    ])
    expect(oauth.world.projects.received).toEqual([])
  })

  it('describes the resource and its authorization server below their own path, in which clients find all they need', async () => {
    const found = await oauth.get(`/.well-known/oauth-protected-resource${connectPath}`)
    expect(found.json).toMatchObject({ resource, authorization_servers: [resource] })
    const server = await oauth.get(`/.well-known/oauth-authorization-server${connectPath}`)
    expect(server.json).toMatchObject({
      issuer: resource,
      authorization_endpoint: origin + authorizePath,
      token_endpoint: origin + tokenPath,
      revocation_endpoint: origin + revokePath,
      code_challenge_methods_supported: ['S256'],
      registration_endpoint: origin + registerPath,
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('speaks for itself alone: the lobby stays open, and all other probes are 404', async () => {
    expect((await oauth.ask(undefined, mcpPath)).status).toBe(200)
    const bad = await oauth.ask('rts_ak_garbage', mcpPath)
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
      401,
      expect.not.stringContaining('resource_metadata'),
    ])
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])
      for (const path of ['', mcpPath, `${mcpPath}/`, `${connectPath}/x`])
        expect(await oauth.get(`/.well-known/${name}${path}`)).toMatchObject({
          status: 404,
          json: { code: 'not_found' },
        })
    expect((await oauth.post({}, { path: '/register' })).status).not.toBe(201)
  })

  it('is not there without a dashboard, which would ask for consent', async () => {
    for (const path of [connectPath, `/.well-known/oauth-protected-resource${connectPath}`, authorizePath])
      expect((await oauth.get(path, oauth.world.gateway)).status).toBe(404)
  })

  it('takes a lasting key as it is, as the lobby takes an access token: the two addresses have the same tools', async () => {
    const { secret } = await oauth.world.addKey(oauth.key().accountId, 'lasting')
    const { access } = await oauth.connected()
    expect(codesOf([await oauth.ask(secret), await oauth.ask(access, mcpPath)])).toEqual([200, 200])
    expect((await oauth.ask(oauth.key().secret)).status).toBe(401)
  })
})

describe('GET authorize', () => {
  it('leads to the page that asks, with the request behind the #, where nothing changes it', async () => {
    const query = 'client_id=https%3A%2F%2Fclient.example%2Fa&state=%7B%22a%22%3A+1%7D&state=2'
    const headers = { 'x-forwarded-for': freshAddress() }
    const answer = await fetch(oauth.at(`${authorizePath}?${query}`), { redirect: 'manual', headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/connect#${query}`])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('keeps a request whole that has question marks of its own', async () => {
    const query = 'redirect_uri=https://client.example/cb?x=1&state=a?b'
    const answer = await fetch(oauth.at(`${authorizePath}?${query}`), {
      redirect: 'manual',
      headers: { 'x-forwarded-for': freshAddress() },
    })
    expect(answer.headers.get('location')).toBe(`${origin}/connect#${query}`)
  })

  it('is counted by network: 60 a minute', async () => {
    const headers = { 'x-forwarded-for': freshAddress() }
    const replies = await many(65, () => fetch(oauth.at(authorizePath), { redirect: 'manual', headers }))
    const refused = replies.filter(({ status }) => status === 429)
    expect([refused.length, Number(refused[0]?.headers.get('retry-after')) > 0]).toEqual([5, true])
  })
})

describe('POST token with a code', () => {
  it('answers an access token of an hour that opens the tools, limited as the person chose', async () => {
    const { form } = await oauth.consented({ siteId: 'site-1' })
    const { status, headers, json } = await oauth.post(form)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(json).toEqual({
      access_token: expect.stringMatching(/^rts_ak_\w{49}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^rts_rt_[\w-]{86}$/),
    })
    expect((await oauth.ask(json.access_token)).status).toBe(200)
    const caller = Buffer.from(oauth.world.projects.received.at(-1)?.header(callerHeader) ?? '', 'base64url').toString()
    expect(JSON.parse(caller)).toMatchObject({ accountId: oauth.key().accountId, siteIds: ['site-1'], kind: 'account' })
  })

  it('keeps neither code nor tokens, only hashes', async () => {
    const { code, access, refresh } = await oauth.connected()
    const kept = await oauth.rows(
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
  ])('refuses %s, which uses the code up', async (_name, wrong) => {
    const { form } = await oauth.consented()
    expect(await oauth.post({ ...form, ...wrong })).toMatchObject(refusal('invalid_grant'))
    expect(await oauth.post(form)).toMatchObject(refusal('invalid_grant'))
    expect(await oauth.lasting()).toEqual([])
  })

  it('takes a parameter without a value as one that is left out', async () => {
    const { form } = await oauth.consented()
    expect((await oauth.post({ ...form, redirect_uri: '', resource: '', scope: '' })).status).toBe(200)
  })

  it('refuses a code after a minute, and one that was never issued', async () => {
    const { form } = await oauth.consented()
    await oauth.rows(
      `UPDATE grant_code SET created_at = now() - interval '61 seconds' WHERE account_id = $1`,
      oauth.key().accountId,
    )
    expect(await oauth.post(form)).toMatchObject(refusal('invalid_grant'))
    expect(await oauth.post({ ...form, code: 'x'.repeat(43) })).toMatchObject(refusal('invalid_grant'))
  })

  it('ends the access that a code gave if the code comes a second time', async () => {
    const { form, access, refresh } = await oauth.connected()
    expect(await oauth.post(form)).toMatchObject(refusal('invalid_grant'))
    expect((await oauth.ask(access)).status).toBe(401)
    expect(await oauth.refreshWith(refresh)).toMatchObject(refusal('invalid_grant'))
    const audited = await oauth.rows(
      `SELECT detail FROM audit_entry WHERE action = 'key.revoked' AND account_id = $1`,
      oauth.key().accountId,
    )
    expect(audited).toEqual([{ detail: { reason: 'its code was used twice' } }])
  })

  it('of ten at once gives one access, which the others end', async () => {
    const { form } = await oauth.consented()
    const replies = await many(10, () => oauth.post(form))
    expect(codesOf(replies)).toEqual([200, ...Array(9).fill(400)])
    const [won] = replies.filter(({ status }) => status === 200)
    expect([(await oauth.lasting()).length, (await oauth.ask(won?.json.access_token)).status]).toEqual([1, 401])
  })

  it('refuses where the account was closed in between, and ends with it', async () => {
    const { form } = await oauth.consented()
    const { access, refresh } = await oauth.connected()
    const [{ email }] = (await oauth.rows('SELECT email FROM account WHERE id = $1', oauth.key().accountId)) as [
      { email: string },
    ]
    await accountsAt(oauth.world.database.pool).close(oauth.key().accountId, email, 'test')
    expect(await oauth.post(form)).toMatchObject(refusal('invalid_grant'))
    expect(await oauth.refreshWith(refresh)).toMatchObject(refusal('invalid_grant'))
    expect((await oauth.ask(access)).status).toBe(401)
  })
})

describe('POST revoke', () => {
  it.each(['access', 'refresh'] as const)('ends the grant by its %s token, for its client alone', async (kind) => {
    const tokens = await oauth.connected()
    const revoke = (client_id: string) => oauth.post({ token: tokens[kind], client_id }, { path: revokePath })
    expect((await revoke('https://other.example/client.json')).status).toBe(200)
    expect((await oauth.ask(tokens.access)).status).toBe(200)
    expect((await revoke(clientId)).status).toBe(200)
    expect((await oauth.ask(tokens.access)).status).toBe(401)
    expect(await oauth.refreshWith(tokens.refresh)).toMatchObject(refusal('invalid_grant'))
  })

  it('says nothing about an unknown token, and leaves other keys alone', async () => {
    const { secret } = await oauth.world.addKey(oauth.key().accountId, 'lasting')
    for (const token of ['x', secret])
      expect(await oauth.post({ token, client_id: clientId }, { path: revokePath })).toMatchObject({
        status: 200,
        json: {},
      })
    expect((await oauth.ask(secret)).status).toBe(200)
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
    expect(await oauth.post(form)).toMatchObject(refusal(error))
  })

  it('of another method, type or size is refused without a word of ours', async () => {
    const got = await oauth.get(tokenPath)
    expect([got.status, got.headers.get('allow'), got.json.error]).toEqual([405, 'POST', 'invalid_request'])
    const headers = { 'x-forwarded-for': freshAddress(), 'content-type': 'application/json' }
    expect(await oauth.reply(fetch(oauth.at(tokenPath), { method: 'POST', headers, body: '{}' }))).toMatchObject(
      refusal('invalid_request'),
    )
    const form = (bytes: number) => 'code='.padEnd(bytes, 'x')
    expect(await oauth.post(form(formLimitBytes + 1))).toMatchObject(refusal('invalid_request', 413))
    expect(await oauth.post(form(formLimitBytes))).toMatchObject({ status: 400 })
  })

  it('comes 120 times a minute from a network, and no more', async () => {
    const from = freshAddress()
    const replies = await many(125, () => oauth.post({ grant_type: 'x', client_id: 'x' }, { from }))
    const refused = replies.filter(({ status }) => status === 429)
    expect([refused.length, refused[0]?.json.error]).toEqual([5, 'temporarily_unavailable'])
  })
})
