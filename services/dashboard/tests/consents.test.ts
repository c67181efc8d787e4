import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { until } from '@rts/local/testing/until'
import { connectPath } from '@rts/shared/contract/doors'
import { portOf } from '@rts/shared/service/health'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from './support/browser.ts'
import { newMember, newOwner, newPerson, startTeamReplica, startTeamWorld, type TestMember } from './support/team.ts'
import type { World } from './support/world.ts'

const host = 'client.example'
const idOf = (name: string) => `https://${host}/${name}`
const client = idOf('client.json')
const callback = `https://${host}/callback`
const issuer = `http://ranks.example${connectPath}`
const good = {
  client_id: client,
  client_name: 'A client',
  redirect_uris: [callback, 'http://localhost/cb', 'http://127.0.0.1:1/cb'],
}

type HostAnswer = { status?: number; headers?: Record<string, string>; body: unknown; before?: () => Promise<unknown> }
/** The answers of the client's host, by path. */
const documents = new Map<string, HostAnswer>([
  ['/client.json', { body: good }],
  ['/broken.json', { body: '{' }],
])
/** Publishes a document of its own name; answers its id. */
function publish(name: string, more: object = {}, answer: Partial<HostAnswer> = {}): string {
  documents.set(`/${name}`, { body: { ...good, client_id: idOf(name), ...more }, ...answer })
  return idOf(name)
}

/** Publishes a document of so many bytes. */
function publishOf(name: string, bytes: number): string {
  const bare = JSON.stringify({ ...good, client_id: idOf(name), padding: '' })
  return publish(name, { padding: 'x'.repeat(bytes - bare.length) })
}
const longUri = (length: number) => `https://client.example/`.padEnd(length, 'a')

/** A redirect to a document that has the first one's name. */
function moved(from: string, to: string): string {
  publish(to, { client_id: idOf(from) })
  return publish(from, {}, { status: 302, headers: { location: idOf(to) } })
}

let world: World
let owner: TestMember
let server: Server
beforeAll(async () => {
  server = createServer(async ({ url = '' }, res) => {
    const { status = 404, headers = {}, body = '', before } = { status: 200, ...documents.get(url) }
    await before?.()
    res.writeHead(documents.has(url) ? status : 404, { 'content-type': 'application/json', ...headers })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await startTeamWorld({ HOST_OVERRIDES: `${host}=127.0.0.1:${portOf(server.address())}` })
  await world.startProjects()
})
afterAll(async () => {
  await world.stop()
  server.close()
})

const verifier = randomBytes(32).toString('base64url')
const asked = {
  response_type: 'code',
  client_id: client,
  redirect_uri: callback,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  resource: issuer,
  state: 'a{b}&c=d/é',
}
const requestOf = (more: Record<string, string> = {}) => new URLSearchParams({ ...asked, ...more }).toString()
const without = (name: string) => {
  const params = new URLSearchParams(asked)
  params.delete(name)
  return params.toString()
}
type Asker = { op: Browser['op'] }
const check = (request: string, by: Asker = owner) => by.op('consents.check', { query: { request } })
const accept = (request: string, by: Asker = owner, projectId: string | null = null) =>
  by.op('consents.accept', { body: { request, projectId } })
const codes = async () =>
  Number((await world.gatewayDatabase.pool.query('SELECT count(*)::int AS n FROM grant_code')).rows[0]?.n)
/** Forty in a quarter of an hour are all that one person may ask for. */
beforeEach(async () => {
  owner = await newOwner(world)
})

describe('a request for consent', () => {
  it('is shown by the client’s own address, whatever it calls itself, and refusing leads back with the reason', async () => {
    const { status, body } = await check(requestOf())
    expect([status, body.client]).toEqual([200, { id: client, name: 'A client', host }])
    expect(body).toMatchObject({ returnHost: host, returnScheme: null, problem: null })
    const back = new URL(body.refuseUrl)
    expect([back.origin + back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
      callback,
      { error: 'access_denied', state: asked.state, iss: issuer },
    ])
  })

  it('has a name on one line, without invisible characters; without a name, or with one that looks like another, it has the host', async () => {
    const tricky = publish('name.json', { client_name: ` Claude\u202e\n<b>\u200b ${'x'.repeat(300)}` })
    const { body } = await check(requestOf({ client_id: tricky }))
    expect(body.client.name).toMatch(/^Claude <b> x{80,}$/)
    expect(body.client.name.length).toBe(100)
    for (const [i, client_name] of ['\u200b', '\u3164', 'Clаude'].entries()) {
      const nameless = publish(`nameless-${i}.json`, { client_name })
      expect((await check(requestOf({ client_id: nameless }))).body.client.name).toBe(host)
    }
  })

  it('of a program on the person’s machine may go back to any port of it, and says so', async () => {
    for (const redirect_uri of ['http://127.0.0.1:43117/cb', 'http://localhost:9/cb', 'http://localhost/cb'])
      expect((await check(requestOf({ redirect_uri }))).body).toMatchObject({
        returnHost: null,
        returnScheme: null,
        problem: null,
      })
  })

  it.each(['https:client.example/cb', 'https:/client.example/cb', 'https:\\\\client.example/cb', 'http:localhost/cb'])(
    'goes back to no address that programs read in two ways: %s',
    async (redirect_uri) => {
      const client_id = publish('odd.json', { redirect_uris: [redirect_uri] })
      expect((await check(requestOf({ client_id, redirect_uri }))).status).toBe(400)
    },
  )

  it.each([
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
    ['vscode://publisher.extension/cb?window=1', 'vscode:'],
    ['com.example.app:/cb', 'com.example.app:'],
  ])('of an app may go back to %s, and names the scheme', async (redirect_uri, returnScheme) => {
    const client_id = publish('app.json', { redirect_uris: [redirect_uri] })
    const request = requestOf({ client_id, redirect_uri })
    expect((await check(request)).body).toMatchObject({ returnHost: null, returnScheme, problem: null })
    const { status, body } = await accept(request)
    expect([status, body.returnUrl.replace(/code=[\w-]{43}&.*/, '')]).toEqual([
      200,
      redirect_uri + (redirect_uri.includes('?') ? '&' : '?'),
    ])
    const other = requestOf({ client_id, redirect_uri: `${redirect_uri.split('?')[0]}/more` })
    expect((await check(other)).status).toBe(400)
  })

  it('is granted to a client that would rather sign, if it can do without, as ChatGPT’s can', async () => {
    const signs = { token_endpoint_auth_method: 'private_key_jwt' }
    const both = publish('chatgpt.json', {
      ...signs,
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    })
    expect((await check(requestOf({ client_id: both }))).status).toBe(200)
    const only = publish('signs.json', signs)
    expect((await check(requestOf({ client_id: only }))).body.code).toBe('fetch_failed')
  })

  it.each<[string, () => string]>([
    ['16 KB', () => publishOf('large-enough.json', 16_384)],
    ['a hundred addresses', () => publish('hundred.json', { redirect_uris: Array(100).fill(callback) })],
    ['an address of 2,000 characters', () => publish('longest.json', { redirect_uris: [callback, longUri(2_000)] })],
  ])('is shown for a document of %s', async (_name, publishIt) => {
    expect((await check(requestOf({ client_id: publishIt() }))).status).toBe(200)
  })

  it.each<[string, () => string]>([
    ['that is not there', () => idOf('none.json')],
    ['that only another address has', () => moved('moved.json', 'mirror.json')],
    ['of another client', () => publish('other.json', { client_id: client })],
    ['with a secret', () => publish('secret.json', { client_secret: 's' })],
    ['with no address to go back to', () => publish('nowhere.json', { redirect_uris: [] })],
    ['that is a page', () => publish('page.json', {}, { headers: { 'content-type': 'text/html' } })],
    ['one byte larger than 16 KB', () => publishOf('large.json', 16_385)],
    ['with 101 addresses', () => publish('many.json', { redirect_uris: Array(101).fill(callback) })],
    ['with an address of 2,001 characters', () => publish('long.json', { redirect_uris: [callback, longUri(2_001)] })],
    ['of 16 KB of brackets', () => publish('deep.json', {}, { body: '{"a":['.repeat(2_700) })],
    ['that is no JSON', () => idOf('broken.json')],
  ])('is refused for a document %s', async (_name, publishIt) => {
    const { status, body } = await check(requestOf({ client_id: publishIt() }))
    expect([status, body.code, body.refuseUrl]).toEqual([400, 'fetch_failed', undefined])
  })

  it.each([
    'http://client.example/client.json',
    'https://client.example/',
    'https://u@client.example/client.json',
    'https://client.example/a/../client.json',
    'https://client.example/client.json#x',
    'javascript:alert(1)',
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://169.254.169.254/a',
    'client',
    '',
  ])('is refused for the client %j, and nothing inside is asked', async (client_id) => {
    expect((await check(requestOf({ client_id }))).status).toBe(400)
  })

  it.each([
    'https://evil.example/callback',
    `${callback}/more`,
    `${callback}?x=1`,
    `${callback}#x`,
    callback.toUpperCase(),
    'javascript:alert(1)',
    'data:text/html,x',
    'http://client.example/callback',
    'cursor://x/cb',
    '//client.example',
    'http://127.0.0.1:9/other',
    'http://127.0.0.1.evil.example/cb',
    'https://u@client.example/callback',
    '',
  ])('never leads to %j, which the client does not list', async (redirect_uri) => {
    const { status, body } = await check(requestOf({ redirect_uri }))
    expect([status, body.refuseUrl]).toEqual([400, undefined])
  })

  it.each([
    'javascript:alert(1)',
    'javascript://x/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://client.example/x',
    'about:blank',
    'view-source:https://client.example/',
    'ftp://client.example/x',
    'ws://client.example/',
    'wss://client.example/',
    'http://client.example/cb',
    'chrome://settings/',
    'mailto:a@b.c',
    'ms-msdt:/id',
    'intent://x/#Intent;end',
    'tel:1',
    'myapp://cb',
    'x-apple.systempreferences:/x',
    'com.:/x',
    'com.example.app:cb',
    'com.example.app:/cb#x',
    'cursor://u@x/cb',
    'Cursor://x/cb',
    'cursor://x/cb ',
    'cursor://x/a\tb',
  ])('never leads to %j, even if the client lists it', async (redirect_uri) => {
    const client_id = publish('schemes.json', { redirect_uris: [redirect_uri] })
    const { status, body } = await check(requestOf({ client_id, redirect_uri }))
    expect([status, body.code, body.refuseUrl]).toEqual([400, 'bad_request', undefined])
  })

  it.each([
    ['without PKCE', () => without('code_challenge'), 'invalid_request'],
    ['with a plain challenge', () => requestOf({ code_challenge_method: 'plain' }), 'invalid_request'],
    ['for a token at once', () => requestOf({ response_type: 'token' }), 'unsupported_response_type'],
    ['for another resource', () => requestOf({ resource: 'http://ranks.example/mcp' }), 'invalid_target'],
    ['that says a thing twice', () => `${requestOf()}&resource=${issuer}`, 'invalid_request'],
  ])('%s is not granted, and its client learns why on the way back', async (_name, request, error) => {
    const before = await codes()
    const { status, body } = await check(request())
    expect([status, typeof body.problem]).toEqual([200, 'string'])
    expect(new URL(body.refuseUrl).searchParams.get('error')).toBe(error)
    expect([(await accept(request())).status, await codes()]).toEqual([400, before])
  })

  it.each([
    ['names no resource', () => without('resource')],
    ['names it without a value', () => requestOf({ resource: '' })],
  ])('that %s is for the only one there is', async (_name, request) => {
    expect(await check(request())).toMatchObject({ status: 200, body: { problem: null } })
    expect((await accept(request())).status).toBe(200)
  })

  it('is looked at forty times in a quarter of an hour by a person, on two replicas together: each time a stranger’s host is asked', async () => {
    const there = world.browser(await startTeamReplica(world))
    for (const [name, value] of owner.browser.cookies) there.cookies.set(name, value)
    const replies = await Promise.all(Array.from({ length: 42 }, (_, i) => check(requestOf(), i % 2 ? owner : there)))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(40).fill(200), 429, 429])
  })
})

describe('consent', () => {
  it('answers a code behind the client’s address, with its state and our issuer, which the client alone can use', async () => {
    const { status, body } = await accept(requestOf({ redirect_uri: 'http://127.0.0.1:5/cb' }))
    const back = new URL(body.returnUrl)
    expect([status, back.host, back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([
      200,
      '127.0.0.1:5',
      asked.state,
      issuer,
    ])
    const form = { grant_type: 'authorization_code', client_id: client, code_verifier: verifier }
    const exchange = (more: object) =>
      fetch(`${world.url}${connectPath}/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, code: back.searchParams.get('code') ?? '', ...more }),
      })
    const answer = await exchange({ redirect_uri: 'http://127.0.0.1:5/cb' })
    expect([answer.status, Object(await answer.json()).token_type]).toEqual([200, 'Bearer'])
    const { body: listed } = await owner.op('keys.list', { params: { accountId: owner.accountId } })
    expect(listed.keys).toMatchObject([{ name: 'A client', kind: 'lasting', client: host, projectId: null }])
    const { rows } = await world.gatewayDatabase.pool.query(
      `SELECT actor, detail FROM audit_entry WHERE action = 'key.created' AND account_id = $1`,
      [owner.accountId],
    )
    expect(rows).toMatchObject([{ actor: `person:${owner.id}`, detail: { client } }])
  })

  it('may be limited to a site of the account, and to no other’s', async () => {
    const stranger = await newOwner(world)
    const siteOf = async (member: TestMember, domain: string) =>
      (await member.op('sites.create', { body: { name: 'Tea', domain } })).body.project.id
    const [own, others] = [await siteOf(owner, 'own.example.com'), await siteOf(stranger, 'others.example.com')]
    expect((await accept(requestOf(), owner, own)).status).toBe(200)
    expect((await accept(requestOf(), owner, others)).body.code).toBe('not_found')
    const { rows } = await world.gatewayDatabase.pool.query(
      'SELECT site_id AS site FROM grant_code WHERE account_id = $1',
      [owner.accountId],
    )
    expect(rows).toEqual([{ site: own }])
  })

  it('is given by people in every role, for their own account, signed in, on our own page', async () => {
    owner = await newOwner(world, 'growth')
    const before = await codes()
    const admin = await newMember(world, owner, 'admin')
    expect((await accept(requestOf(), admin)).status).toBe(200)
    for (const role of ['member', 'viewer'] as const)
      expect((await accept(requestOf(), await newMember(world, owner, role))).status).toBe(200)
    expect((await accept(requestOf(), await noAccount())).body.code).toBe('conflict')
    expect((await accept(requestOf(), world.browser())).status).toBe(401)
    const stranger = await newPerson(world)
    const forged = await stranger.browser.op(
      'consents.accept',
      { body: { request: requestOf(), projectId: null } },
      { 'x-account': owner.accountId },
    )
    expect(forged.body.code).toBe('not_found')
    const foreign = await owner.browser.op(
      'consents.accept',
      { body: { request: requestOf(), projectId: null } },
      { origin: `https://${host}` },
    )
    expect([foreign.status, await codes()]).toEqual([403, before + 3])
  })

  it('gives nothing once the rights of the person who gave it have changed', async () => {
    const admin = await newMember(world, owner, 'admin')
    const { body } = await accept(requestOf(), admin)
    const code = new URL(body.returnUrl).searchParams.get('code') ?? ''
    await owner.op('members.update', { params: { id: admin.id }, body: { role: 'member' } })
    const left = 'SELECT count(*)::int AS n FROM grant_code WHERE account_id = $1'
    await until('the gateway to hear of it', async () => {
      const { rows } = await world.gatewayDatabase.pool.query(left, [owner.accountId])
      return rows[0]?.n === 0
    })
    const form = { grant_type: 'authorization_code', client_id: client, code_verifier: verifier, code }
    const answer = await fetch(`${world.url}${connectPath}/token`, { method: 'POST', body: new URLSearchParams(form) })
    expect([answer.status, Object(await answer.json()).error]).toEqual([400, 'invalid_grant'])
  })

  it('is not given by somebody who was removed while the client’s host took its time', async () => {
    const admin = await newMember(world, owner, 'admin')
    const client_id = publish(
      'slow.json',
      {},
      { before: () => owner.op('members.delete', { params: { id: admin.id } }) },
    )
    const before = await codes()
    expect((await accept(requestOf({ client_id }), admin)).body.code).toBe('not_found')
    expect(await codes()).toBe(before)
  })

  const noAccount = async (): Promise<Asker> => ({ op: (await newPerson(world)).browser.op })

  it('reads the client anew: what its host took back meanwhile is not granted', async () => {
    const id = publish('changes.json')
    expect((await check(requestOf({ client_id: id }))).status).toBe(200)
    publish('changes.json', { redirect_uris: ['https://client.example/new'] })
    expect((await accept(requestOf({ client_id: id }))).status).toBe(400)
  })

  it('is refused at ten lasting keys, in words that say what to do', async () => {
    const params = { accountId: owner.accountId }
    for (let i = 0; i < 10; i++) await owner.op('keys.create', { params, body: { name: `k${i}`, kind: 'lasting' } })
    const { status, body } = await accept(requestOf())
    expect([status, body.detail]).toEqual([409, 'An account has at most 10 lasting keys; revoke one first'])
  })
})
