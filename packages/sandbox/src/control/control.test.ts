import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../start.ts'
import { createCallLog } from '../state/call-log.ts'
import { call, callsOf, getAsHost, now, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const control = (path: string, body?: unknown, method = 'PUT', url = sandbox.url()) =>
  call(`${url}/control/${path}`, method, body)
const fail = (fault: object) => control('fail', fault, 'POST')
const serper = (body: object, url = sandbox.url()) => call(`${url}/serper/search`, 'POST', body, { 'x-api-key': 'k' })
const serpapi = () => call(`${sandbox.url()}/serpapi/search?q=x&api_key=topsecret`)
async function shown(q: string, over: object = {}, url = sandbox.url()): Promise<string[]> {
  const { organic } = Object((await serper({ q, num: 100, ...over }, url)).json())
  return organic.map(({ link }: { link: string }) => link)
}

it('the most specific country and language of a page that was set win', async () => {
  await control('serp', { keyword: 'coffee', organic: ['https://any.example/'] })
  await control('serp', { keyword: 'coffee', country: 'UK', organic: ['https://british.example/'] })
  await control('serp', { keyword: 'coffee', country: 'gb', language: 'cy', organic: ['https://welsh.example/'] })
  expect(await shown('Coffee ')).toEqual(['https://any.example/'])
  expect(await shown('coffee', { gl: 'gb' })).toEqual(['https://british.example/'])
  expect(await shown('coffee', { gl: 'gb', hl: 'cy' })).toEqual(['https://welsh.example/'])
})

it('shows the world of the day that is set, and the clock’s again after a reset', async () => {
  const today = await shown('garden')
  expect((await control('day', { date: '2026-12-24' }, 'POST')).json()).toEqual({ day: '2026-12-24' })
  expect(await shown('garden')).not.toEqual(today)
  await control('reset', undefined, 'POST')
  expect(await shown('garden')).toEqual(today)
})

describe('PUT /control/sites/{host}', () => {
  it('serves the pages by Host header and by path, until others are set', async () => {
    const pages = { '/': { body: '<h1>Größe</h1>' }, '/ended': { status: 410 }, '/slow': { body: 'late', delayMs: 1 } }
    expect((await control('sites/Shop.sandbox.example', { pages })).status).toBe(200)
    const byHost = (path: string) => getAsHost(`${sandbox.url()}${path}`, 'shop.sandbox.example:8080')
    expect(await byHost('/')).toEqual({ status: 200, text: '<h1>Größe</h1>' })
    expect(await byHost('/slow')).toEqual({ status: 200, text: 'late' })
    expect([(await byHost('/ended')).status, (await byHost('/healthz')).status]).toEqual([410, 404])
    const byPath = `${sandbox.url()}/sites/shop.sandbox.example`
    expect((await call(byPath)).text).toBe('<h1>Größe</h1>')
    await control('sites/shop.sandbox.example', { pages: { '/new': { body: 'new' } } })
    expect([(await call(`${byPath}/new`)).status, (await call(`${byPath}/`)).status]).toEqual([200, 404])
  })
})

describe('POST /control/fail', () => {
  it('fails the next calls of that provider alone, or each nth', async () => {
    await fail({ provider: 'serper', mode: 'http500', times: 2 })
    expect((await serpapi()).status).toBe(200)
    const statusOf = async () => (await serper({ q: 'x' })).status
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([500, 500, 200])
    await fail({ provider: 'serper', mode: 'http500', every: 2 })
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 500, 200])
  })

  it('timeout is never answered, held is once it is released; both are in the log without a status', async () => {
    await fail({ provider: 'serpapi', mode: 'held', times: 1 })
    const held = serpapi()
    await expect.poll(() => callsOf(sandbox.url())).toMatchObject([{ status: null }])
    const release = () => control('release', { provider: 'serpapi' }, 'POST')
    expect((await release()).json()).toEqual({ released: 1 })
    expect((await held).status).toBe(200)
    expect((await release()).json()).toEqual({ released: 0 })
    await fail({ provider: 'serpapi', mode: 'timeout', times: 1 })
    const waiting = serpapi().catch(() => 'ended')
    await expect.poll(() => callsOf(sandbox.url())).toMatchObject([{ status: 200 }, { status: null }])
    await control('reset', undefined, 'POST')
    expect(await waiting).toBe('ended')
  })
})

it('the log has provider calls in order, of a provider and since a time, with no secrets; the last ten thousand', async () => {
  await serpapi()
  await serper({ q: 'tea', page: 2 })
  const calls = await callsOf(sandbox.url())
  expect(calls).toMatchObject([
    { provider: 'serpapi', path: '/serpapi/search', query: { q: 'x', api_key: '***' }, status: 200 },
    { provider: 'serper', query: { q: 'tea', page: 2 }, status: 200 },
  ])
  expect(await callsOf(sandbox.url(), 'provider=serper')).toHaveLength(1)
  expect(await callsOf(sandbox.url(), `since=${new Date(now.getTime() + 1).toISOString()}`)).toHaveLength(0)
  const log = createCallLog()
  for (let n = 0; n < 25_000; n++) log.add({ at: '', provider: 'serper', path: `/${n}`, query: {}, status: 200 })
  expect([log.list({}).length, log.list({})[0]?.path]).toEqual([10_000, '/15000'])
})

it.each([
  ['serp', 'PUT', { keyword: 'x', organic: ['https://a.example/', 'nonsense'] }, 'organic[1]'],
  ['serp', 'PUT', { keyword: 'x', organic: [], contry: 'us' }, 'contry'],
  ['day', 'POST', { date: '2026-02-30' }, 'date'],
  ['fail', 'POST', { provider: 'serper', mode: 'empty', times: 1, every: 2 }, 'every'],
  ['payments', 'POST', { orderId: 'o', do: 'steal' }, 'do'],
  ['sites/shop.example.com', 'PUT', { pages: {} }, 'host'],
  ['sites/shop.sandbox.example', 'PUT', { pages: { about: { body: '' } } }, 'pages.about'],
])('400 of %s by %s with %j names the field', async (path, method, body, field) => {
  const reply = await control(path, body, method)
  expect([reply.status, reply.json()]).toMatchObject([400, { errors: [{ field }] }])
})

describe('world.json', () => {
  it('brings overrides, sites and the day back after a restart, until a reset', async () => {
    const dataDir = join(folder, 'kept')
    const first = await startSandbox({ dataDir, clock: () => now })
    await control('serp', { keyword: 'kept', organic: ['https://kept.example/'] }, 'PUT', first.url)
    await control('sites/kept.sandbox.example', { pages: { '/': { body: 'kept' } } }, 'PUT', first.url)
    await control('day', { date: '2027-01-01' }, 'POST', first.url)
    await first.close()
    expect(readdirSync(dataDir)).toEqual(['world.json'])
    const second = await startSandbox({ dataDir, clock: () => now })
    expect(await shown('kept', {}, second.url)).toEqual(['https://kept.example/'])
    expect((await call(`${second.url}/sites/kept.sandbox.example/`)).text).toBe('kept')
    expect((await call(`${second.url}/healthz`)).json()).toEqual({ ok: true, day: '2027-01-01' })
    await control('reset', undefined, 'POST', second.url)
    expect((await shown('kept', {}, second.url)).length).toBeGreaterThanOrEqual(100)
    await second.close()
  })

  it('does not start on a broken file, rather than forget what was set', async () => {
    writeFileSync(join(folder, 'world.json'), '{"day":')
    await expect(startSandbox({ dataDir: folder, clock: () => now })).rejects.toThrow()
  })
})

it('a web page cannot reset the world: neither from another site nor by a name that leads to loopback', async () => {
  const reset = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${sandbox.url()}/control/reset`, { method: 'POST', headers })
      sent.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode))
      sent.end()
    })
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'localhost.evil.example:80' },
  ]
  for (const headers of foreign) expect([headers, await reset(headers)]).toEqual([headers, 403])
  for (const headers of [{}, { host: 'localhost:1' }, { host: '[::1]:1' }])
    expect([headers, await reset(headers)]).toEqual([headers, 200])
})
