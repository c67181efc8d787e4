import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { connectPath, mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClientMetadata, clientId, publishClient } from './support/published-client.ts'
import { joinSystem } from './support/shared-system.ts'
import { type Person, signIn } from './support/signed-in.ts'
import { at, type TestSystem } from './support/system.ts'

const redirectUrl = 'http://127.0.0.1:43117/callback'
const metadata: ClientMetadata = {
  client_name: 'A client of the tests',
  // Another port: that of a program on the person's machine is free.
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
}

let system: TestSystem
let person: Person
beforeAll(async () => {
  system = await joinSystem()
  await publishClient(system, metadata)
  person = await signIn(system)
})
afterAll(() => system.remove())

/** Follows a client's link to the page, and consents there. Answers the query with which the page goes back. */
async function consent(link: URL, projectId: string | null = null): Promise<URLSearchParams> {
  const page = await fetch(link, { redirect: 'manual' })
  const { pathname, hash } = new URL(page.headers.get('location') ?? '')
  expect([page.status, pathname]).toEqual([303, '/connect'])
  const request = hash.slice(1)
  const seen = await person('/api/op/consents.check', { query: { request } })
  const isRegistered = link.searchParams.get('client_id') !== clientId
  const known = isRegistered ? { host: '', proof: 'registered' } : { host: new URL(clientId).host, proof: 'document' }
  expect(seen).toMatchObject({ client: { name: 'A client of the tests', ...known }, problem: null })
  const { returnUrl } = await person('/api/op/consents.accept', { body: { request, projectId } })
  expect(String(returnUrl)).toMatch(/^http:\/\/127\.0\.0\.1:43117\/callback\?/)
  return new URL(String(returnUrl)).searchParams
}

/** A client's memory: the SDK alone decides the requests and their order. */
function createProvider({ hasDocument = true } = {}) {
  const kept: { link?: URL; verifier?: string; tokens?: OAuthTokens; client?: { client_id: string } } = {}
  return {
    kept,
    redirectUrl,
    ...(hasDocument && { clientMetadataUrl: clientId }),
    clientMetadata: { client_name: metadata.client_name, redirect_uris: [redirectUrl] },
    state: () => 'st{a te}/1',
    clientInformation: () => kept.client,
    saveClientInformation(client: { client_id: string }) {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: OAuthTokens) {
      kept.tokens = tokens
    },
    redirectToAuthorization(link: URL) {
      kept.link = link
    },
    saveCodeVerifier(verifier: string) {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
}
type Provider = ReturnType<typeof createProvider>

const generations = {
  'sdk 1.32': async (url: URL, authProvider: Provider) => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(url, { authProvider })
    // safe because the SDK's own class declares its callbacks without exactOptionalPropertyTypes in mind
    const connect = () => client.connect(transport as Transport)
    return { client, connect, finish: (back: URLSearchParams) => transport.finishAuth(back.get('code') ?? '') }
  },
  'client 2.4': async (url: URL, authProvider: Provider) => {
    const client = new ModernClient({ name: 'test', version: '1.0.0' })
    const transport = new ModernTransport(url, { authProvider })
    const connect = () => client.connect(transport)
    // It compares the issuer of the answer with the one that it found.
    return { client, connect, finish: (back: URLSearchParams) => transport.finishAuth(back) }
  },
}

describe.each(Object.entries(generations))('the OAuth of %s', (_name, generation) => {
  const url = () => new URL(system.connection.appUrl + connectPath)

  /** Connects as a host of agents does: refused first, then with consent. */
  async function connected(projectId: string | null = null, kind = { hasDocument: true }) {
    const provider = createProvider(kind)
    const first = await generation(url(), provider)
    await expect(first.connect()).rejects.toThrow(/unauthorized/i)
    const link = provider.kept.link
    if (!link) throw new Error('the client asked for no consent')
    if (kind.hasDocument) expect(link.searchParams.get('client_id')).toBe(clientId)
    const back = await consent(link, projectId)
    expect(back.get('state')).toBe('st{a te}/1')
    await first.finish(back)
    const { client, connect } = await generation(url(), provider)
    await connect()
    return { provider, client }
  }

  it('finds the way by itself, asks the person, and gets the tools', async () => {
    const { client } = await connected()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('keyword_positions')
    expect(tools.map(({ name }) => name)).not.toContain('register')
    const status = await client.callTool({ name: 'account_status', arguments: {} })
    expect(at(status, 'structuredContent', 'kind')).toBe('lasting')
    await client.close()
  })

  it('registers itself where it has no document, and refreshes', async () => {
    const { provider, client } = await connected(null, { hasDocument: false })
    expect(provider.kept.client?.client_id).toMatch(/^registered:/)
    provider.kept.tokens = { ...provider.kept.tokens, access_token: 'rts_ak_gone', token_type: 'Bearer' }
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
    await client.close()
  })

  it('refreshes an access that has ended, without the person', async () => {
    const { provider, client } = await connected()
    const before = provider.kept.tokens
    provider.kept.tokens = { ...before, access_token: 'rts_ak_gone', token_type: 'Bearer' }
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
    expect(provider.kept.tokens?.refresh_token).not.toBe(before?.refresh_token)
    await client.close()
  })

  it('refreshes for two programs that share it at once, and both have access', async () => {
    const { provider, client } = await connected()
    const shared = { ...provider.kept.tokens, access_token: 'rts_ak_gone', token_type: 'Bearer' }
    const other = createProvider()
    for (const each of [provider, other]) Object.assign(each.kept, { ...provider.kept, tokens: shared })
    const second = await generation(url(), other)
    const [tools] = await Promise.all([client.listTools(), second.connect()])
    expect([tools.tools.length > 5, (await second.client.listTools()).tools.length > 5]).toEqual([true, true])
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
    expect(other.kept.tokens?.refresh_token).toBe(provider.kept.tokens?.refresh_token)
    await client.close()
    await second.client.close()
  })

  it('limited to a site sees that site alone, and others as unknown', async () => {
    const create = async (domain: string) =>
      at(await person('/api/op/sites.create', { body: { name: domain, domain } }), 'project', 'id')
    const suffix = _name.replace(/\W/g, '')
    const [own, other] = [await create(`own-${suffix}.example.com`), await create(`other-${suffix}.example.com`)]
    const { client } = await connected(String(own))
    const status = await client.callTool({ name: 'account_status', arguments: {} })
    expect(JSON.stringify(at(status, 'structuredContent'))).toContain(String(own))
    expect(JSON.stringify(at(status, 'structuredContent'))).not.toContain(String(other))
    const positions = (project_id: unknown) =>
      client.callTool({ name: 'keyword_positions', arguments: { project_id: String(project_id) } })
    expect((await positions(own)).isError).not.toBe(true)
    const [refused, unknown] = [await positions(other), await positions('unknown-site')]
    expect([refused.isError, refused.content]).toEqual([true, unknown.content])
    await client.close()
  })

  it('is listed beside the keys, and ends when the person revokes it', async () => {
    const { client } = await connected()
    const { accountId } = system.connection
    const listed = await person('/api/op/keys.list', { params: { accountId } })
    const keys = Object(listed).keys.filter((key: { client: string | null }) => key.client === new URL(clientId).host)
    const { id, name, kind } = keys.at(-1)
    expect({ name, kind }).toEqual({ name: 'A client of the tests', kind: 'lasting' })
    await person('/api/op/keys.revoke', { params: { keyId: id } })
    await expect(client.listTools()).rejects.toThrow()
    await client.close()
  })
})

it('the server card names the address at which clients connect', async () => {
  const { appUrl } = system.connection
  const { remotes } = Object(await (await fetch(`${appUrl}${mcpPath}/server-card`)).json())
  expect(remotes.map((remote: { url: string }) => remote.url)).toEqual([appUrl + mcpPath, appUrl + connectPath])
})
