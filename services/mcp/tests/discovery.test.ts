import { readFileSync } from 'node:fs'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { agentServer } from '@rts/shared/contract/agent-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skill } from '../src/skills/skills.ts'
import { catalog } from '../src/tools/catalog.ts'
import { connectAgent, newGuest } from './support/agent.ts'
import { post, rpc } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
})
afterAll(() => world.stop())

const publicUrl = 'https://ranks.example'
const cardUrl = `${publicUrl}/mcp/server-card`
const read = (path: string, method = 'GET') => fetch(`${world.gateway.origin}${path}`, { method })

describe('the documents about the endpoint', () => {
  it('the catalog leads to the card, and the card says what the endpoint is', async () => {
    const catalogue = await read('/.well-known/ai-catalog.json')
    expect(catalogue.headers.get('content-type')).toBe('application/ai-catalog+json')
    const [entry] = Object(await catalogue.json()).entries
    expect(entry).toMatchObject({ identifier: 'urn:air:ranks.example:rank-tracker', url: cardUrl })
    const answer = await read(new URL(entry.url).pathname)
    expect(answer.headers.get('content-type')).toBe(entry.type)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const card = Object(await answer.json())
    const agent = await connectAgent(url)
    const { name, ...shown } = Object(agent.client.getServerVersion())
    expect(card).toMatchObject({ ...shown, name: `example.ranks/${name}`, remotes: [{ url: `${publicUrl}/mcp` }] })
    expect(card.description.length).toBeLessThanOrEqual(100)
    expect(card.remotes[0].supportedProtocolVersions).toEqual(['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS])
  })

  it('llms.txt names every tool', async () => {
    const text = await (await read('/llms.txt')).text()
    expect(text).toMatch(new RegExp(`^# ${agentServer.title}\\n\\n> `))
    for (const { name } of catalog) expect(text).toContain(`\n- ${name}: `)
  })

  it('are read alone: a HEAD has no body, another method finds nothing', async () => {
    const head = await read('/mcp/server-card', 'HEAD')
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([200, '', true])
    expect((await read('/mcp/server-card', 'POST')).status).toBe(404)
    expect((await read('/mcp/server-cards')).status).toBe(404)
  })
})

describe('prompts', () => {
  it('are listed with a key, and none without one', async () => {
    const { agent } = await newGuest(url)
    const { prompts } = await agent.client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['weekly_report', 'what_dropped'])
    expect((await (await connectAgent(url)).client.listPrompts()).prompts).toEqual([])
  })

  it('name tools that exist, and the site that was given', async () => {
    const { agent } = await newGuest(url)
    const { prompts } = await agent.client.listPrompts()
    for (const { name } of prompts) {
      const { messages } = await agent.client.getPrompt({ name, arguments: { project_id: 'example.com' } })
      const text = String(Object(messages[0]?.content).text)
      expect(text).toContain('project_id example.com')
      for (const [, tool] of text.matchAll(/^\d+\. ([a-z]+_[a-z_]+)/gm))
        expect(catalog.map((each) => each.name)).toContain(tool)
    }
  })

  it.each([
    [{ name: 'nothing' }, 'Unknown prompt: prompts/list lists all'],
    [{}, 'params.name must be the name of a prompt'],
    [{ name: 'weekly_report', arguments: { project_id: 5 } }, 'params.arguments must be an object of texts'],
  ])('bad parameters are refused in plain words, in both revisions: %j', async (params, message) => {
    const token = (await world.newKey('growth')).secret
    const both = [await asLegacy('prompts/get', params, token), await asModern('prompts/get', params, token)]
    for (const { error } of both) expect(error).toEqual({ code: -32_602, message })
  })
})

describe('the skill', () => {
  const uri = 'skill://rank-tracker/SKILL.md'
  const file = readFileSync(new URL('../skills/rank-tracker/SKILL.md', import.meta.url), 'utf8')

  it('is listed, got and read without a key, in both revisions, and llms.txt names it', async () => {
    for (const ask of [asLegacy, asModern]) {
      const { skills } = (await ask('skills/list')).result ?? {}
      expect(skills).toEqual([skill])
      expect((await ask('skills/get', { uri })).result).toMatchObject({ skill })
      const { resources } = (await ask('resources/list')).result ?? {}
      expect(resources).toEqual([{ uri, ...skill.frontmatter, mimeType: 'text/markdown' }])
      const { contents } = (await ask('resources/read', { uri })).result ?? {}
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: file }])
      expect((await ask('resources/templates/list')).result).toMatchObject({ resourceTemplates: [] })
    }
    expect(await (await read('/llms.txt')).text()).toContain(`(${uri})`)
  })

  it('is announced, and may be kept by any cache', async () => {
    const { capabilities } = (await asModern('server/discover')).result ?? {}
    expect(capabilities).toMatchObject({ resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } })
    expect((await asModern('skills/list')).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    const agent = await connectAgent(url)
    expect(agent.client.getServerCapabilities()).toEqual(capabilities)
  })

  it('is the only one: another address is refused, and another method is unknown', async () => {
    for (const ask of [asLegacy, asModern]) {
      for (const method of ['skills/get', 'resources/read']) {
        const { error } = await ask(method, { uri: 'skill://other/SKILL.md' })
        expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(uri) })
        expect((await ask(method, { uri: 5 })).error?.message).toBe('params.uri must be the address of a resource')
      }
      expect((await ask('skills/list', { cursor: 5 })).error?.code).toBe(-32_602)
      expect((await ask('skills/set')).error).toMatchObject({ code: -32_601 })
    }
  })
})

async function asLegacy(method: string, params: object = {}, token?: string) {
  return (await post(url, { body: rpc(method, params), ...(token === undefined ? {} : { token }) })).json
}

async function asModern(method: string, params: object = {}, token?: string) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  }
  const { uri, name = uri } = Object(params)
  const named = typeof name === 'string' ? { 'mcp-name': name } : {}
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named }
  const body = rpc(method, { ...params, _meta })
  return (await post(url, { body, headers, ...(token === undefined ? {} : { token }) })).json
}
