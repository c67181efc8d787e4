import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { until } from '@rts/local/testing/until'
import { connectPath } from '@rts/shared/contract/doors'
import { portOf } from '@rts/shared/service/health'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from './support/browser.ts'
import {
  newMember,
  newOwner,
  newPerson,
  rejoin,
  startTeamReplica,
  startTeamWorld,
  type TestMember,
} from './support/team.ts'
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
    expect([status, body.client]).toEqual([200, { id: client, name: 'A client', host, proof: 'document' }])
    expect(body).toMatchObject({ returnHost: host, returnScheme: null, problem: null })
    const back = new URL(body.refuseUrl)
    expect([back.origin + back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
      callback,
      { error: 'access_denied', state: asked.state, iss: issuer },
    ])
  })

  it('has a name on one line, without invisible characters; without a name, or with one that looks like another, it has the host', async () => {
    const tricky = publish('name.json', { client_name: ` Claude\u202e”\n<b>\u200b ${'x'.repeat(300)}` })
    const { body } = await check(requestOf({ client_id: tricky }))
    expect(body.client.name).toMatch(/^Claude <b> x{29}$/)
    expect(body.client.name.length).toBe(40)
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

  it('is refused at ten assistants, in words that say what to do; keys made by hand do not count', async () => {
    const params = { accountId: owner.accountId }
    for (let i = 0; i < 10; i++) await owner.op('keys.create', { params, body: { name: `k${i}`, kind: 'lasting' } })
    for (let i = 0; i < 10; i++) await connected(requestOf({ client_id: publish(`ten-${i}.json`) }), owner)
    expect(await accept(requestOf({ client_id: publish('eleven.json') }))).toMatchObject({
      status: 409,
      body: {
        detail: 'You have 10 connected assistants here, the most: end one on the page Assistants, then connect again',
      },
    })
    const again = await connected(requestOf({ client_id: idOf('ten-3.json') }), owner)
    expect(again.status).toBe(200)
  })
})

/** Consents, and exchanges the code as the client does. */
async function connected(request: string, by: Asker, secret: Record<string, string> = {}) {
  const { body } = await accept(request, by)
  return exchange(request, body.returnUrl, secret)
}

async function exchange(request: string, returnUrl: string, secret: Record<string, string> = {}) {
  const asked = new URLSearchParams(request)
  const code = new URL(returnUrl).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', client_id: asked.get('client_id') ?? '', code, ...secret }
  const more = { redirect_uri: asked.get('redirect_uri') ?? '', code_verifier: verifier }
  const answer = await fetch(`${world.url}${connectPath}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...form,
      ...(asked.has('code_challenge') ? more : { redirect_uri: more.redirect_uri }),
    }),
  })
  return { status: answer.status, json: Object(await answer.json()) }
}

async function registered(metadata: object = {}): Promise<string> {
  const answer = await fetch(`${world.url}${connectPath}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Probe', redirect_uris: [callback], ...metadata }),
  })
  expect(answer.status).toBe(201)
  return Object(await answer.json()).client_id
}

describe('a client that registered itself', () => {
  it('is shown as such, by where it returns to, and connects', async () => {
    const client_id = await registered()
    const { body } = await check(requestOf({ client_id }))
    expect(body).toMatchObject({
      client: { id: client_id, name: 'Probe', host, proof: 'registered' },
      accountId: null,
      returnHost: host,
      problem: null,
    })
    expect((await connected(requestOf({ client_id }), owner)).status).toBe(200)
    const { body: listed } = await owner.op('assistants.list', { params: { accountId: owner.accountId } })
    expect(listed.assistants).toMatchObject([{ name: 'Probe', host, proof: 'registered', personId: owner.id }])
  })

  it('of a person’s machine has no host, and any port', async () => {
    const client_id = await registered({ redirect_uris: ['http://127.0.0.1:1/cb'] })
    const { body } = await check(requestOf({ client_id, redirect_uri: 'http://127.0.0.1:43117/cb' }))
    expect(body).toMatchObject({ client: { host: '' }, returnHost: null, problem: null })
  })

  it.each([
    ['an address that it did not register', { redirect_uri: `${callback}/more` }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['another port of a host', { redirect_uri: `https://${host}:444/callback` }],
  ])('is never sent back to %s', async (_name, more) => {
    const { status, body } = await check(requestOf({ client_id: await registered(), ...more }))
    expect([status, body.refuseUrl]).toEqual([400, undefined])
  })

  it('is refused with an id that was forged or changed, and with that of nobody', async () => {
    const id = await registered()
    const swapped = id.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const client_id of [swapped, `${id}x`, id.slice(0, -4), 'registered:k.a.b.c', 'rts_ci_unknown', 'made:x'])
      expect(await check(requestOf({ client_id }))).toMatchObject({ status: 400 })
  })
})

describe('a client that was made by hand', () => {
  const made = async (more: object = {}) => {
    const body = { name: 'n8n', redirectUris: [callback], isConfidential: true, ...more }
    const answer = await owner.op('oauthClients.create', { params: { accountId: owner.accountId }, body })
    return { id: String(answer.body.client.id), secret: String(answer.body.secret) }
  }

  it('connects to the account that made it, without a challenge only where its maker said that its host has none', async () => {
    const { id, secret } = await made({ skipsPkce: true })
    const { body } = await check(requestOf({ client_id: id }))
    expect(body).toMatchObject({
      client: { id, name: 'n8n', proof: 'made' },
      accountId: owner.accountId,
      problem: null,
    })
    const bare = new URLSearchParams(requestOf({ client_id: id }))
    for (const name of ['code_challenge', 'code_challenge_method']) bare.delete(name)
    for (const request of [requestOf({ client_id: id }), bare.toString()])
      expect((await connected(request, owner, { client_secret: secret })).status).toBe(200)
    for (const careful of [await made(), await made({ isConfidential: false })]) {
      bare.set('client_id', careful.id)
      expect((await check(bare.toString())).body.problem).toMatch(/code_challenge/)
      expect((await accept(bare.toString())).status).toBe(400)
    }
  })

  it('is not shown to people of other accounts, and connects to no other account of its person', async () => {
    const { id } = await made()
    const stranger = await newOwner(world)
    expect((await check(requestOf({ client_id: id }), stranger)).status).toBe(400)
    expect((await accept(requestOf({ client_id: id }), stranger)).status).toBe(400)
    const member = await newMember(world, owner, 'viewer')
    expect((await check(requestOf({ client_id: id }), member)).status).toBe(200)
  })
})

describe('an assistant', () => {
  const listed = async (by: TestMember) =>
    (await by.op('assistants.list', { params: { accountId: owner.accountId } })).body.assistants
  const status = async (access: string) => {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const accept = 'application/json, text/event-stream'
    return (await fetch(`${world.url}${connectPath}`, { method: 'POST', headers: { ...headers, accept }, body })).status
  }

  it('of a member ends for good when they are removed', async () => {
    owner = await newOwner(world, 'growth')
    const member = await newMember(world, owner, 'member')
    const { json } = await connected(requestOf(), member)
    expect((await listed(member)).length).toBe(1)
    expect(await status(json.access_token)).not.toBe(401)
    await owner.op('members.delete', { params: { id: member.id } })
    await until('the gateway to end it', async () => (await listed(owner)).length === 0)
    expect(await status(json.access_token)).toBe(401)
    const form = { grant_type: 'refresh_token', client_id: client, refresh_token: json.refresh_token }
    const answer = await fetch(`${world.url}${connectPath}/token`, { method: 'POST', body: new URLSearchParams(form) })
    expect([answer.status, Object(await answer.json()).error]).toEqual([400, 'invalid_grant'])
  })

  /** Until this is over, the gateway takes no fact. */
  const unheard = async <T>(work: () => Promise<T>): Promise<T> => {
    const hearing = await world.gatewayDatabase.pool.connect()
    await hearing.query('BEGIN; LOCK TABLE facts.inbox IN EXCLUSIVE MODE')
    try {
      return await work()
    } finally {
      await hearing.query('COMMIT')
      hearing.release()
    }
  }

  it('is not given to somebody who left, came back or got other rights since the consent, whatever the gateway has heard', async () => {
    owner = await newOwner(world, 'growth')
    const member = await newMember(world, owner, 'member')
    const { json } = await unheard(async () => {
      const first = await connected(requestOf(), member)
      const codes = await Promise.all([1, 2].map(() => accept(requestOf(), member)))
      const [exchanged, later] = codes.map(
        ({ body }) =>
          () =>
            exchange(requestOf(), body.returnUrl),
      )
      await member.op('memberships.delete', { params: { accountId: owner.accountId } })
      expect(await exchanged?.()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
      await rejoin(world, member)
      expect((await later?.())?.status).toBe(400)
      const { body } = await accept(requestOf(), member)
      await owner.op('members.update', { params: { id: member.id }, body: { role: 'viewer' } })
      expect((await exchange(requestOf(), body.returnUrl)).status).toBe(400)
      return first
    })
    await until('the gateway to end the first access', async () => (await status(json.access_token)) === 401)
    expect((await connected(requestOf(), member)).status).toBe(200)
  })

  it('of another person is for owners and admins alone to see and to end', async () => {
    owner = await newOwner(world, 'growth')
    const [member, viewer] = [await newMember(world, owner, 'member'), await newMember(world, owner, 'viewer')]
    const { json } = await connected(requestOf(), member)
    const [seen] = await listed(owner)
    expect([await listed(viewer), seen.personId]).toEqual([[], member.id])
    const params = { accountId: owner.accountId, assistantId: seen.id }
    expect((await viewer.op('assistants.revoke', { params })).body.code).toBe('not_found')
    const stranger = await newOwner(world)
    expect((await stranger.op('assistants.revoke', { params })).body.code).toBe('not_found')
    expect((await owner.op('assistants.revoke', { params })).status).toBe(200)
    expect(await status(json.access_token)).toBe(401)
  })
})
