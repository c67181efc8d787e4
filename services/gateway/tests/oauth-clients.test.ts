import type { Role } from '@rts/shared/contract/operation'
import { createRpcClient, type RpcCaller, systemCaller } from '@rts/shared/service/rpc-client'
import { signerOf } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, many, type OAuth, redirectUri, refusal, revokePath, startOAuth } from './support/oauth.ts'
import type { Gateway } from './support.ts'

let oauth: OAuth
let replica: Gateway
let rpc: ReturnType<typeof createRpcClient>
beforeAll(async () => {
  oauth = await startOAuth()
  replica = await oauth.startReplica()
  rpc = createRpcClient({ nats: oauth.gateway.parts.nats, sign: signerOf('dashboard') })
})
afterAll(() => oauth.world.stop())
beforeEach(() => oauth.changeAccount())

const person = (role: Role = 'owner', accountId = oauth.key().accountId): RpcCaller => ({
  kind: 'person',
  accountId,
  role,
  personId: 'p1',
  plan: 'free',
  keyId: null,
  siteIds: null,
  collect: 'deny',
  requestId: 'r',
})
const params = (accountId = oauth.key().accountId) => ({ accountId })
const make = (more: object = {}, caller = person()) =>
  rpc(
    'oauthClients.create',
    {
      params: params(),
      body: { name: 'n8n', redirectUris: [redirectUri], isConfidential: true, ...more },
    },
    caller,
  )
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

/** A client with a secret, and the form that exchanges a code for it. */
async function consented(more: object = {}, made: object = {}) {
  const { client, secret } = await make(made)
  const { form } = await oauth.consented({ clientId: client.id, clientHost: 'client.example', ...more })
  return { id: client.id, secret: secret ?? '', form: { ...form, client_id: client.id } }
}

describe('a client that was made by hand', () => {
  it('is answered with its secret once, of which only the hash is kept', async () => {
    const { client, secret } = await make()
    expect(client).toMatchObject({ name: 'n8n', redirectUris: [redirectUri], isConfidential: true })
    expect([client.id, secret]).toEqual([
      expect.stringMatching(/^rts_ci_[\w-]{22}$/),
      expect.stringMatching(/^rts_cs_[\w-]{43}$/),
    ])
    const listed = await rpc('oauthClients.list', { params: params() }, person())
    expect(listed).toEqual({ clients: [client], limit: 10 })
    const [{ text }] = (await oauth.rows(`SELECT string_agg(c::text, '') AS text FROM oauth_client c`)) as [
      { text: string },
    ]
    expect(text).not.toContain(secret)
    const { secret: none } = await make({ isConfidential: false })
    expect(none).toBe(null)
  })

  it('is made by owners and admins alone, for their own account, ten at most, exactly', async () => {
    for (const role of ['member', 'viewer'] as const)
      await expect(make({}, person(role))).rejects.toMatchObject({ code: 'role_required' })
    const other = (await oauth.world.newKey()).accountId
    await expect(make({}, person('owner', other))).rejects.toMatchObject({ code: 'not_found' })
    const made = await Promise.allSettled(Array.from({ length: 14 }, (_, i) => make({ name: `host ${i}` })))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it.each(['javascript:alert(1)', 'http://host.example/cb', 'https://host.example/cb#x', 'nothing'])(
    'returns to no %s',
    async (uri) => {
      await expect(make({ redirectUris: [redirectUri, uri] })).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  it('shows its secret in the form or in the header, and gets tokens', async () => {
    for (const way of ['form', 'header'] as const) {
      const { id, secret, form } = await consented()
      const { client_id: _, ...rest } = form
      const asked = way === 'form' ? { ...form, client_secret: secret } : rest
      const headers = way === 'form' ? {} : basic(id, secret)
      const { status, json } = await oauth.post(asked, { headers })
      expect([status, (await oauth.ask(json.access_token)).status]).toEqual([200, 200])
      const again = { grant_type: 'refresh_token', refresh_token: String(json.refresh_token) }
      const refreshed = way === 'form' ? { ...again, client_id: id, client_secret: secret } : again
      const next = await oauth.post(refreshed, { headers, to: replica })
      expect(next.status).toBe(200)
      const gone = {
        token: String(next.json.access_token),
        ...(way === 'form' ? { client_id: id, client_secret: secret } : {}),
      }
      await oauth.post(gone, { headers, path: revokePath })
      expect((await oauth.ask(next.json.access_token)).status).toBe(401)
    }
  })

  it('gets nothing without its secret, with another one or with that of another client, and its code is not used up', async () => {
    const { id, secret, form } = await consented()
    const { secret: others } = await make()
    const tries = [
      oauth.post(form),
      oauth.post({ ...form, client_secret: `${secret}x` }),
      oauth.post({ ...form, client_secret: String(others) }),
      oauth.post({ ...form, client_id: 'rts_ci_unknown', client_secret: secret }),
      oauth.post(form, { headers: basic(id, String(others)) }),
      oauth.post(form, { headers: { authorization: 'Basic x' } }),
      oauth.post(form, { headers: { authorization: `Bearer ${secret}` } }),
    ]
    for (const reply of await Promise.all(tries)) {
      expect(reply).toMatchObject(refusal('invalid_client', 401))
      expect(reply.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
    expect(await oauth.post({ ...form, client_secret: secret }, { headers: basic(id, secret) })).toMatchObject(
      refusal('invalid_request'),
    )
    expect((await oauth.post({ ...form, client_secret: secret })).status).toBe(200)
  })

  it('may do without a challenge where its maker said so, with a secret; then nobody may bring a verifier, and the address must be named', async () => {
    const bare = async (change: (form: Record<string, string>) => object, more: object = { skipsPkce: true }) => {
      const { secret, form } = await consented({ challenge: '' }, more)
      return (await oauth.post({ ...Object(change(form)), client_secret: secret })).status
    }
    const { status } = { status: await bare(({ code_verifier: _, ...form }) => form) }
    expect(status).toBe(200)
    expect(await bare(({ code_verifier: _, ...form }) => form, {})).toBe(400)
    await expect(make({ isConfidential: false, skipsPkce: true })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await bare((form) => form)).toBe(400)
    expect(await bare(({ code_verifier: _, redirect_uri: __, ...form }) => form)).toBe(400)
    const { secret, form } = await consented()
    const { code_verifier: _, ...without } = form
    expect((await oauth.post({ ...without, client_secret: secret })).status).toBe(400)
  })

  it('asks for its own account alone', async () => {
    const { client } = await make()
    await oauth.changeAccount()
    await expect(oauth.consented({ clientId: client.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('ends with all its accesses when it is deleted, also one that is given at that moment on another replica', async () => {
    for (let i = 0; i < 5; i++) {
      const { id, secret, form } = await consented()
      const asked = { ...form, client_secret: secret }
      const [reply] = await Promise.all([
        oauth.post(asked, { to: replica }),
        rpc('oauthClients.delete', { params: { ...params(), clientId: id } }, person()),
      ])
      expect([200, 400, 401]).toContain(reply.status)
      if (reply.status === 200) {
        const token = String(reply.json.access_token)
        expect(codesOf([await oauth.ask(token), await oauth.ask(token, undefined, replica)])).toEqual([401, 401])
      }
      const live = `SELECT count(*)::int AS n FROM api_key k JOIN key_grant g ON g.key_id = k.id WHERE k.revoked_at IS NULL AND g.client_id = $1`
      expect(await oauth.rows(live, id)).toEqual([{ n: 0 }])
    }
  })

  it('is no other account’s to see, to delete or to read', async () => {
    const { client } = await make()
    const mine = params()
    const other = (await oauth.world.newKey()).accountId
    await expect(
      rpc('oauthClients.delete', { params: { ...mine, clientId: client.id } }, person('owner', other)),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      rpc('oauthClients.delete', { params: { ...params(other), clientId: client.id } }, person('owner', other)),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect((await rpc('oauthClients.list', { params: params(other) }, person('owner', other))).clients).toEqual([])
    await expect(rpc('oauthClients.get', { query: { id: client.id } }, person())).rejects.toMatchObject({
      code: 'not_found',
    })
    const { client: read } = await rpc('oauthClients.get', { query: { id: client.id } }, systemCaller())
    expect(read).toMatchObject({ accountId: mine.accountId, proof: 'made' })
    expect(JSON.stringify(read)).not.toContain('hash')
  })
})

describe('assistants', () => {
  const connect = async (personId: string, more: object = {}) => {
    const { json } = await oauth.post((await oauth.consented({ personId, ...more })).form)
    return String(json.access_token)
  }
  const document = (i: number) => ({ clientId: `https://client.example/${i}.json` })
  const list = async (caller: RpcCaller) =>
    (await rpc('assistants.list', { params: params(caller.accountId) }, caller)).assistants
  const by = (personId: string, role: Role): RpcCaller => ({ ...person(role), personId })
  const consentAs = async (client: { clientId: string }, personId: string, more: object = {}) => {
    const { form } = await oauth.consented({ ...client, ...more, personId })
    return { ...form, client_id: client.clientId }
  }

  it('are ten a person, exactly, on two replicas at once, beside ten keys made by hand', async () => {
    const forms = await many(14, (i) => consentAs(document(i), 'ann'))
    const replies = await many(14, (i) => oauth.post(forms[i] ?? {}, { to: i % 2 ? replica : oauth.gateway }))
    expect(codesOf(replies)).toEqual([...Array(10).fill(200), ...Array(4).fill(400)])
    const refused = replies.find(({ status }) => status === 400)
    expect(refused?.json.error_description).toMatch(/^You have 10 connected assistants here/)
    await expect(consentAs(document(20), 'ann')).rejects.toMatchObject({ code: 'conflict' })
    expect((await oauth.post(await consentAs(document(20), 'bob'))).status).toBe(200)
    for (let i = 0; i < 10; i++) await oauth.world.addKey(oauth.key().accountId, 'lasting')
    await expect(oauth.world.addKey(oauth.key().accountId, 'lasting')).rejects.toThrow()
    expect((await oauth.post(await consentAs(document(21), 'bob'))).status).toBe(200)
  })

  it('are replaced when their client connects again for the same person, and for nobody else', async () => {
    const first = await oauth.post(await consentAs(document(1), 'ann'))
    const bobs = await oauth.post(await consentAs(document(1), 'bob'))
    const again = await many(4, async (i) =>
      oauth.post(await consentAs(document(1), 'ann'), { to: i % 2 ? replica : oauth.gateway }),
    )
    expect(codesOf(again)).toEqual(Array(4).fill(200))
    const seen = await list(by('ann', 'member'))
    expect(seen).toHaveLength(1)
    expect(await list(by('bob', 'viewer'))).toHaveLength(1)
    const refresh = (reply: typeof first) =>
      oauth.refreshWith(
        String(reply.json.refresh_token),
        document(1).clientId ? { client_id: document(1).clientId } : {},
      )
    const alive = await Promise.all([first, bobs, ...again].map(refresh))
    expect([alive[0]?.status, alive[1]?.status, alive.slice(2).filter(({ status }) => status === 200).length]).toEqual([
      400, 200, 1,
    ])
  })

  it('of a program that registers anew each time replace each other at the limit, and never another program', async () => {
    const registered = async (client_name: string) => {
      const { json } = await oauth.register({ client_name, redirect_uris: [redirectUri] })
      const client = { clientId: String(json.client_id), clientName: client_name, clientHost: 'client.example' }
      return oauth.post(await consentAs(client, 'ann', client))
    }
    for (let i = 0; i < 9; i++) await oauth.post(await consentAs(document(i), 'ann'))
    const replies = [await registered('Probe'), await registered('Probe'), await registered('Probe')]
    expect(codesOf(replies)).toEqual([200, 200, 200])
    await expect(registered('Another')).rejects.toMatchObject({ code: 'conflict' })
    expect(await list(by('ann', 'member'))).toHaveLength(10)
  })

  it('are each person’s own to see and to end; owners and admins see and end all, and no other account’s', async () => {
    await oauth.post(await consentAs(document(1), 'ann'))
    await oauth.post(await consentAs(document(2), 'bob'))
    const [anns] = await list(by('ann', 'viewer'))
    expect(anns).toMatchObject({ personId: 'ann', host: 'client.example', proof: 'document', isLimited: false })
    expect(await list(by('cid', 'member'))).toEqual([])
    expect((await list(by('cid', 'admin'))).map(({ personId }) => personId)).toEqual(['ann', 'bob'])
    const end = (caller: RpcCaller, accountId = oauth.key().accountId) =>
      rpc('assistants.revoke', { params: { accountId, assistantId: anns?.id ?? '' } }, caller)
    await expect(end(by('bob', 'member'))).rejects.toMatchObject({ code: 'not_found' })
    const { accountId: other } = await oauth.world.newKey()
    await expect(end({ ...by('ann', 'owner'), accountId: other }, other)).rejects.toMatchObject({ code: 'not_found' })
    await expect(end({ ...by('ann', 'owner'), accountId: other })).rejects.toMatchObject({ code: 'not_found' })
    await end(by('ann', 'viewer'))
    expect(await list(by('ann', 'viewer'))).toEqual([])
    const { key } = await rpc('keys.create', { params: params(), body: { name: 'k', kind: 'lasting' } }, person())
    await expect(
      rpc('assistants.revoke', { params: { ...params(), assistantId: key.id } }, person()),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await connect('ann')).toBeDefined()
  })
})
