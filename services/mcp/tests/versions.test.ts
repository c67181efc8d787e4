import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { release } from '@rts/shared/service/build-info'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress } from './support/agent.ts'
import { post, rpc } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
let token = ''
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
  token = (await world.newKey('growth')).secret
})
afterAll(() => world.stop())

const modern = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
}
const modernHeaders = (method: string) => ({ 'mcp-protocol-version': modern, 'mcp-method': method })
const initialize = (protocolVersion: string) =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } })

describe('the revisions of 2025', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('%s is spoken', async (version) => {
    const { json } = await post(url, { body: initialize(version) })
    expect(json.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: { name: 'rank-tracker', version: release().version },
    })
    expect(Object(json.result).capabilities.tools).toEqual({})
  })

  it('an unknown one in initialize is answered with the latest of them', async () => {
    const { json } = await post(url, { body: initialize(modern) })
    expect(json.result).toMatchObject({ protocolVersion: '2025-11-25' })
  })

  it('an unknown one in the header is 400', async () => {
    const { status, json } = await post(url, {
      token,
      body: rpc('tools/list', undefined, 3),
      headers: { 'mcp-protocol-version': '1999-01-01' },
    })
    expect(status).toBe(400)
    expect(json.error).toBeDefined()
  })

  it('a session id of another time is ignored, and none is given', async () => {
    const { status, headers } = await post(url, { body: rpc('tools/list'), headers: { 'mcp-session-id': 'stale' } })
    expect([status, headers.get('mcp-session-id')]).toEqual([200, null])
  })
})

describe('2026-07-28', () => {
  it('server/discover works in the lobby, and its lists are private', async () => {
    const discovered = await post(url, {
      body: rpc('server/discover', { _meta: meta }),
      headers: modernHeaders('server/discover'),
    })
    expect(discovered.status).toBe(200)
    expect(JSON.stringify(discovered.json.result)).toContain(modern)
    const { json } = await post(url, { body: rpc('tools/list', { _meta: meta }), headers: modernHeaders('tools/list') })
    expect(json.result).toMatchObject({ cacheScope: 'private', tools: [{ name: 'register' }] })
  })

  it('a header that says otherwise than the body is 400, -32020', async () => {
    const { status, json } = await post(url, {
      token,
      body: rpc('tools/list', { _meta: meta }),
      headers: modernHeaders('tools/call'),
    })
    expect([status, json.error?.code]).toEqual([400, -32_020])
  })

  it('a missing _meta is 400, -32602', async () => {
    const { status, json } = await post(url, {
      token,
      body: rpc('tools/list', {}),
      headers: modernHeaders('tools/list'),
    })
    expect([status, json.error?.code]).toEqual([400, -32_602])
  })

  it('an unknown method is 404, -32601', async () => {
    const { status, json } = await post(url, {
      token,
      body: rpc('tools/none', { _meta: meta }),
      headers: modernHeaders('tools/none'),
    })
    expect([status, json.error?.code]).toEqual([404, -32_601])
  })

  it('there is nothing to listen to: 404, -32601, once the request is as it must be', async () => {
    const listen = (params: object, headers = modernHeaders('subscriptions/listen')) =>
      post(url, { token, body: rpc('subscriptions/listen', params, 7), headers })
    const { status, json } = await listen({ _meta: meta, notifications: { toolsListChanged: true } })
    expect([status, json.error?.code, json.id]).toEqual([404, -32_601, 7])
    expect((await listen({ _meta: meta }, modernHeaders('tools/list'))).json.error?.code).toBe(-32_020)
    expect((await listen({})).json.error?.code).toBe(-32_602)
  })

  it.each(['legacy', 'auto', modern])('the client of the second SDK works in its mode %s', async (mode) => {
    const versionNegotiation =
      mode === modern ? { mode: { pin: modern } } : { mode: mode === 'auto' ? 'auto' : 'legacy' }
    const client = new ModernClient({ name: 'test', version: '1.0.0' }, { versionNegotiation } as ConstructorParameters<
      typeof ModernClient
    >[1])
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': freshAddress() }
    await client.connect(new ModernTransport(new URL(url), { requestInit: { headers } }))
    expect((await client.listTools()).tools).toHaveLength(22)
    const status = await client.callTool({ name: 'account_status', arguments: {} })
    expect(status.structuredContent).toMatchObject({ kind: 'lasting', plan: 'growth' })
    await client.close()
  })
})
