import { connectPath } from '@rts/shared/contract/doors'
import { operationOf } from '@rts/shared/contract/table'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formLimitBytes } from '../src/http/common/limits.ts'
import {
  codesOf,
  freshAddress,
  many,
  type OAuth,
  redirectUri,
  refusal,
  registerPath,
  startOAuth,
} from './support/oauth.ts'
import type { Gateway } from './support.ts'

let oauth: OAuth
let replica: Gateway
beforeAll(async () => {
  oauth = await startOAuth()
  replica = await oauth.startReplica()
})
afterAll(() => oauth.world.stop())
beforeEach(() => oauth.changeAccount())

const uris = (...redirect_uris: unknown[]) => ({ redirect_uris })
const loopback = 'http://127.0.0.1:33418/callback'
const idOf = async (metadata: object = uris(redirectUri)) => String((await oauth.register(metadata)).json.client_id)

describe('POST register', () => {
  it('answers the client as it is known from now on: with its addresses and its name, and without a secret', async () => {
    const asked = { client_name: ' Cursor\n', token_endpoint_auth_method: 'client_secret_basic', scope: 'x', jwks: {} }
    const { status, headers, json } = await oauth.register({ ...asked, redirect_uris: [redirectUri, loopback] })
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(json).toEqual({
      client_id: expect.stringMatching(/^registered:[\w-]+(\.[\w-]+){3}$/),
      client_name: 'Cursor',
      redirect_uris: [redirectUri, loopback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  it('stores nothing but the minute of the network, and shows no address in the id', async () => {
    const counts = `SELECT (SELECT count(*) FROM oauth_client)::int + (SELECT count(*) FROM key_grant)::int
      + (SELECT count(*) FROM grant_code)::int + (SELECT count(*) FROM audit_entry)::int AS n`
    const before = await oauth.rows(counts)
    const id = await idOf()
    expect(await oauth.rows(counts)).toEqual(before)
    expect(
      id
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
        .join(),
    ).not.toContain('client.example')
  })

  it.each<[string, unknown[]]>([
    ['an https address', ['https://host.example/cb?a=b']],
    ['a program that listens on this machine', ['http://127.0.0.1/cb', 'http://localhost:1/', 'http://[::1]:65535/cb']],
    ['an app of this machine', ['cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/cb']],
    ['ten', Array.from({ length: 10 }, (_, i) => `https://host.example/${i}`)],
    ['one of 2,000 characters', ['https://host.example/'.padEnd(2_000, 'a')]],
  ])('takes as addresses to go back to %s', async (_name, given) => {
    expect(await oauth.register(uris(...given))).toMatchObject({ status: 201, json: { redirect_uris: given } })
  })

  it.each<[string, unknown]>([
    ['none', {}],
    ['an empty list', uris()],
    ['eleven', uris(...Array.from({ length: 11 }, (_, i) => `https://host.example/${i}`))],
    ['2,001 characters', uris('https://host.example/'.padEnd(2_001, 'a'))],
    ['a text', { redirect_uris: redirectUri }],
    ['a number', uris(1)],
    ['a script', uris(redirectUri, 'javascript:alert(1)')],
    ['data', uris('data:text/html,x')],
    ['a file', uris('file:///etc/passwd')],
    ['clear http to a host', uris('http://host.example/cb')],
    ['a host that begins like this machine', uris('http://127.0.0.1.evil.example/cb')],
    ['another network', uris('http://192.168.0.2/cb')],
    ['a password', uris('https://u:p@host.example/cb')],
    ['a fragment', uris('https://host.example/cb#x')],
    ['an address that programs read in two ways', uris('https:host.example/cb', 'https:\\\\host.example/cb')],
    ['an unknown app', uris('ms-msdt:/id')],
    ['a relative one', uris('/cb')],
  ])('refuses as addresses to go back to %s', async (_name, metadata) => {
    expect(await oauth.register(metadata)).toMatchObject(refusal('invalid_redirect_uri'))
  })

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a list', []],
    ['nothing', 'null'],
    ['another grant alone', { ...uris(redirectUri), grant_types: ['client_credentials'] }],
    ['tokens at once', { ...uris(redirectUri), response_types: ['token'] }],
    ['a name of another form', { ...uris(redirectUri), client_name: 5 }],
  ])('refuses %s', async (_name, metadata) => {
    expect(await oauth.register(metadata)).toMatchObject(refusal('invalid_client_metadata'))
  })

  it('gives no name where the one that was sent could be mistaken for another', async () => {
    for (const client_name of ['Clаude', '\u200b', '', 'x\u202ey'])
      expect((await oauth.register({ ...uris(redirectUri), client_name })).json.client_name ?? '').not.toContain('Clа')
  })

  it.each<[string, string]>([
    ['two bytes', 'é'],
    ['three bytes', '茶'],
    ['one that JSON escapes', '"'],
  ])('takes no addresses of characters of %s whose id nothing could read afterwards', async (_name, character) => {
    const address = (characters: number) => 'https://host.example/?'.padEnd(characters, character)
    const of = (characters: number) => oauth.register({ client_name: '茶'.repeat(100), ...uris(address(characters)) })
    expect(await of(2_000)).toMatchObject(refusal('invalid_redirect_uri'))
    const { status, json } = await of(800)
    expect(status).toBe(201)
    expect(operationOf('oauthClients.get').query?.safeParse({ id: json.client_id }).success).toBe(true)
  })

  it('refuses another method, type and size', async () => {
    expect((await oauth.get(registerPath)).status).toBe(405)
    expect(await oauth.post('redirect_uris=x', { path: registerPath })).toMatchObject(refusal('invalid_request'))
    const large = JSON.stringify({ ...uris(redirectUri), padding: 'x'.repeat(formLimitBytes) })
    expect((await oauth.register(large)).status).toBe(413)
  })

  it('is counted by network: thirty a minute on two replicas together, in parallel', async () => {
    const from = freshAddress()
    const replies = await many(70, (i) =>
      oauth.register(uris(redirectUri), { from, to: i % 2 ? oauth.gateway : replica }),
    )
    expect(codesOf(replies)).toEqual([...Array(30).fill(201), ...Array(40).fill(429)])
    const refused = replies.find(({ status }) => status === 429)
    expect([refused?.json.error, Number(refused?.headers.get('retry-after')) > 0]).toEqual([
      'temporarily_unavailable',
      true,
    ])
    expect((await oauth.register(uris(redirectUri))).status).toBe(201)
  })
})

describe('a client that registered itself', () => {
  it('gets tokens for its code, refreshes them and revokes them, on every replica', async () => {
    const clientId = await idOf()
    const { access, refresh } = await oauth.connected({ clientId, clientHost: 'client.example' })
    expect((await oauth.ask(access, connectPath, replica)).status).toBe(200)
    const next = await oauth.refreshWith(refresh, { client_id: clientId }, replica)
    expect(next.status).toBe(200)
    const token = String(next.json.refresh_token)
    await oauth.post({ token, client_id: clientId }, { path: `${connectPath}/revoke` })
    expect((await oauth.ask(String(next.json.access_token))).status).toBe(401)
  })

  it('does not get what was granted to another registration, not even of the same metadata', async () => {
    const [clientId, other] = [await idOf(), await idOf()]
    expect(other).not.toBe(clientId)
    const { form } = await oauth.consented({ clientId })
    expect(await oauth.post({ ...form, client_id: other })).toMatchObject(refusal('invalid_grant'))
    const { access, refresh } = await oauth.connected({ clientId })
    expect(await oauth.refreshWith(refresh, { client_id: other })).toMatchObject(refusal('invalid_grant'))
    await oauth.post({ token: refresh, client_id: other }, { path: `${connectPath}/revoke` })
    expect((await oauth.ask(access)).status).toBe(200)
  })

  it('whose id was forged or edited by one character learns that it has to register again, and gets nothing', async () => {
    const clientId = await idOf()
    const { access, refresh } = await oauth.connected({ clientId })
    const edited = Array.from(
      clientId,
      (character, i) => clientId.slice(0, i) + (character === 'A' ? 'B' : 'A') + clientId.slice(i + 1),
    )
    const forged = [
      ...edited.slice('registered:'.length),
      `${clientId}A`,
      `${clientId}=`,
      `${clientId} `,
      'registered:',
      'registered:k1.a.b.c',
    ]
    for (const client_id of forged.filter((_, i) => i % 5 === 0 || i > edited.length - 15)) {
      const reply = await oauth.refreshWith(refresh, { client_id })
      expect([client_id, reply.status, reply.json.error]).toEqual([client_id, 401, 'invalid_client'])
    }
    expect((await oauth.ask(access)).status).toBe(200)
    expect((await oauth.refreshWith(refresh, { client_id: clientId })).status).toBe(200)
  })

  it('goes on with its tokens after the key that sealed its registration is gone', async () => {
    const clientId = (await idOf()).replace(/^registered:[^.]+/, 'registered:gone')
    const { refresh } = await oauth.connected({ clientId })
    expect((await oauth.refreshWith(refresh, { client_id: clientId })).status).toBe(200)
  })
})
