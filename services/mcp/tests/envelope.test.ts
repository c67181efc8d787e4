import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
const clientInfo = { name: 'test', version: '1.0.0' }

describe('parameters of the wrong form are -32602 with the id, and the answer names the field alone', () => {
  it.each([
    ['initialize', undefined, 'params'],
    ['initialize', {}, 'params.protocolVersion'],
    ['initialize', { protocolVersion: 5, capabilities: {}, clientInfo }, 'params.protocolVersion'],
    ['initialize', { protocolVersion: '2025-11-25', clientInfo }, 'params.capabilities'],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }, 'params.clientInfo.name'],
    ['tools/list', { cursor: 5 }, 'params.cursor'],
    ['tools/list', { cursor: null }, 'params.cursor'],
    ['tools/call', { name: 'account_status', task: 5 }, 'params.task'],
  ])('%s in 2025: %j', async (method, params, field) => {
    const { status, json } = await post(url, { token, body: rpc(method, params, 'e1') })
    expect([status, json.id, json.error?.code]).toEqual([200, 'e1', -32_602])
    expect(json.error?.message).toMatch(new RegExp(`^${field} (is|must) [\\w ]{1,40}$`))
  })

  it('a cursor in 2026', async () => {
    const headers = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/list' }
    const body = rpc('tools/list', { _meta: meta, cursor: 5 }, 'e2')
    const { json } = await post(url, { token, body, headers })
    expect([json.id, json.error]).toEqual(['e2', { code: -32_602, message: 'params.cursor must be a string' }])
  })
})

it('a request for a task is ignored, as by every server that offers none', async () => {
  const { json } = await post(url, {
    token,
    body: rpc('tools/call', { name: 'account_status', task: { ttl: 60_000 } }),
  })
  expect(Object(json.result).structuredContent).toMatchObject({ kind: 'lasting' })
})

it.each([
  ['of 2025', {}, {}],
  [
    'of 2026',
    { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': 'keyword_position' },
    { _meta: meta },
  ],
])('an unknown tool names the next call, in the revisions %s', async (_name, headers, more) => {
  const body = rpc('tools/call', { name: 'keyword_position', ...more })
  const { json } = await post(url, { token, body, headers })
  const message = expect.stringMatching(
    /^Unknown tool; near it: keyword_positions\b.*In all, this key may call account_status, add_project, .*results_page/,
  )
  expect(json.error).toEqual({ code: -32_602, message })
  const lobby = await post(url, { body, headers })
  expect(lobby.json.error?.message).toMatch(/^Unknown tool\. Without a token register is the only one: call it/)
  const prompt = await post(url, { token, body: rpc('prompts/get', { name: 'nothing' }) })
  expect(prompt.json.error?.message).toBe('Unknown prompt: prompts/list lists all')
})

it('a bad protocol version is 400 with the id', async () => {
  const headers = { 'mcp-protocol-version': '1999-01-01' }
  const { status, json } = await post(url, { token, body: rpc('tools/list', undefined, 'e3'), headers })
  expect([status, json.id, json.error?.code]).toEqual([400, 'e3', -32_000])
})
