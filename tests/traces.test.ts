import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { gentlyMs, until } from '@rts/local/testing/until'
import { portOf } from '@rts/shared/service/health'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgent } from '../services/mcp/tests/support/agent.ts'
import { type SentSpan, startCollector } from './support/collector.ts'
import { at, newAccount, type Rest, startTestSystem, type TestSystem } from './support/system.ts'

const providerKey = `provider-key-${randomUUID()}`
const foreign = 'ab'.repeat(16)
/** The heads that a provider is sent. */
const asked: IncomingHttpHeaders[] = []
const provider = createServer((req, res) => {
  asked.push(req.headers)
  res.writeHead(500).end()
})
let collector: Awaited<ReturnType<typeof startCollector>>
let system: TestSystem
let rest: Rest
let key: string
let secrets: string[]
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  collector = await startCollector()
  const DATAFORSEO_BASE_URL = `http://127.0.0.1:${portOf(provider.address())}`
  const ours = { DATAFORSEO_BASE_URL, DATAFORSEO_LOGIN: 'login', DATAFORSEO_PASSWORD: providerKey }
  const lists = { SERP_PROVIDERS: 'serpapi', KEYWORD_PROVIDERS: 'dataforseo,autocomplete' }
  system = await startTestSystem({ env: { ...ours, ...lists, OTLP_URL: collector.url, TRACE_SHARE: '1' } })
  const account = await newAccount(system, 'starter')
  rest = account.rest
  const params = { accountId: account.id }
  key = (await system.operator.call('keys.create', { params, body: { name: 'agent', kind: 'lasting' } })).secret
  const basic = Buffer.from(`login:${providerKey}`).toString('base64')
  secrets = [account.key, key, account.email, account.id, providerKey, basic]
})
afterAll(async () => {
  await system.remove()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

/** The names of the spans from the first of its trace to this one. */
function pathTo(span: SentSpan | undefined): string[] {
  if (!span) return []
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathTo(parent) : [`from ${span.parentSpanId || 'nothing'}`]), `${span.service}: ${span.name}`]
}

// Again for a worker that claimed the job before it heard of the trace: that one is a trace of its own.
it('a read that collects is one trace over gateway, service, broker, job and provider', { retry: 2 }, async () => {
  collector.spans.length = 0
  const phrase = `phrase ${randomUUID()}`
  secrets.push(phrase, phrase.replaceAll(' ', '+'), encodeURIComponent(phrase))
  const traceparent = `00-${foreign}-${'cd'.repeat(8)}-01`
  const target = `/keywords/research?q=${encodeURIComponent(phrase)}`
  expect((await rest('GET', target, undefined, { traceparent })).status).toBe(200)
  const ends = ['gateway: research.get', 'research: collect ideas', 'gateway: collects.take']
  const named = (name: string) => collector.spans.find((span) => `${span.service}: ${span.name}` === name)
  const seen = () => collector.spans.map((span) => pathTo(span).join(' > ')).join('\n')
  await until(
    () => `all spans, of\n${seen()}`,
    () => ends.every(named),
    undefined,
    gentlyMs,
  )
  const read = ['from nothing', 'gateway: research.get', 'gateway: service', 'research: research.get']
  expect(pathTo(named('research: provider dataforseo'))).toEqual([
    ...read,
    'research: collect ideas',
    'research: provider dataforseo',
  ])
  expect(pathTo(named('gateway: collects.take'))).toEqual([
    ...read,
    'research: call collects.take',
    'gateway: collects.take',
  ])
  const last = ['research: provider dataforseo', 'gateway: collects.take']
  expect(last.map((name) => named(name)?.traceId)).toEqual(last.map(() => named('gateway: research.get')?.traceId))
})

it('a caller’s own trace is not taken, and none is handed on to a provider', () => {
  expect(asked).toContainEqual(expect.objectContaining({ authorization: expect.stringContaining('Basic ') }))
  expect(asked.filter((headers) => 'traceparent' in headers)).toEqual([])
  expect(collector.text()).not.toContain(foreign)
})

it('spans hold no key, no address and no text of a customer', () => {
  for (const secret of secrets) expect(collector.text()).not.toContain(secret)
  const names = collector.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key))
  expect([...new Set(names)].sort()).toEqual([
    'db.query.text',
    'door',
    'http.response.status_code',
    'messaging.system',
    'operation',
    'outcome',
    'provider',
  ])
})

it('an agent’s call and a browser’s visit are one trace each, to the services that answer them', async () => {
  const named = (name: string) => collector.spans.find((span) => `${span.service}: ${span.name}` === name)
  const agent = await connectAgent(system.connection.mcpUrl, { token: key })
  await agent.call('account_status')
  await agent.close()
  await fetch(`${system.connection.appUrl}/signin`)
  await until('the call and the visit', () => named('projects: sites.list') && named('dashboard: visit'))
  expect(pathTo(named('projects: sites.list'))).toEqual([
    'from nothing',
    'gateway: mcp',
    'gateway: service',
    'mcp: agent',
    'mcp: call sites.list',
    'projects: sites.list',
  ])
  expect(pathTo(named('dashboard: visit'))).toEqual([
    'from nothing',
    'gateway: dashboard',
    'gateway: service',
    'dashboard: visit',
  ])
})

it('a rank check begins a trace of its own; a large call goes on in the work thread', async () => {
  const named = (name: string) => collector.spans.find((span) => `${span.service}: ${span.name}` === name)
  const { body } = await rest('POST', '/projects', { name: 'Site', domain: 'demo.sandbox.example' })
  const site = at(body, 'project', 'id')
  const text = `green tea${' '.repeat(70_000)}`
  expect((await rest('POST', `/projects/${site}/keywords/bulk`, { text })).status).toBe(200)
  await until(
    'the check',
    () => named('projects: provider serpapi') && named('projects: rank check'),
    undefined,
    gentlyMs,
  )
  expect(pathTo(named('projects: provider serpapi'))).toEqual([
    'from nothing',
    'projects: rank check',
    'projects: provider serpapi',
  ])
  expect(pathTo(named('projects: keywords.createBulk'))).toEqual([
    'from nothing',
    'gateway: keywords.createBulk',
    'gateway: service',
    'projects: keywords.createBulk',
  ])
})

it('a collector that is away keeps no call waiting, and the log says that spans were not sent', async () => {
  await collector.stop()
  const { status } = await rest('GET', '/projects')
  expect(status).toBe(200)
  const log = () => readFileSync(path.join(system.folder, 'logs', 'gateway.log'), 'utf8')
  expect(await until('the line in the log', () => log().includes('spans were not sent'))).toBe(true)
})
