import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../start.ts'
import { call, getAsHost, now, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const serperAnswer = z.looseObject({
  organic: z.array(z.looseObject({ link: z.string() })),
  peopleAlsoAsk: z.array(z.looseObject({ question: z.string() })),
})
async function shown(q: string, over: object = {}, url = sandbox.url()) {
  const reply = await call(`${url}/serper/search`, 'POST', { q, num: 100, ...over }, { 'x-api-key': 'k' })
  const { organic, peopleAlsoAsk } = serperAnswer.parse(reply.json())
  return { links: organic.map((item) => item.link), questions: peopleAlsoAsk.map((item) => item.question) }
}
const put = (path: string, body: unknown) => call(`${sandbox.url()}/control/${path}`, 'PUT', body)

describe('PUT /control/serp', () => {
  it('sets the organic results and questions of a phrase in every spelling of it', async () => {
    const organic = ['https://mine.example/a', 'https://rival.example/']
    expect((await put('serp', { keyword: 'Garden  GNOMES', organic, questions: ['Why gnomes?'] })).status).toBe(200)
    expect(await shown('garden gnomes', { gl: 'de', hl: 'de' })).toEqual({ links: organic, questions: ['Why gnomes?'] })
  })

  it('lets the most specific country and language win, coffee included', async () => {
    await put('serp', { keyword: 'coffee', organic: ['https://any.example/'] })
    await put('serp', { keyword: 'coffee', country: 'UK', organic: ['https://british.example/'] })
    await put('serp', { keyword: 'coffee', country: 'gb', language: 'cy', organic: ['https://welsh.example/'] })
    expect((await shown('coffee')).links).toEqual(['https://any.example/'])
    expect((await shown('coffee', { gl: 'gb' })).links).toEqual(['https://british.example/'])
    expect((await shown('coffee', { gl: 'gb', hl: 'cy' })).links).toEqual(['https://welsh.example/'])
  })

  it.each([
    [{ organic: [] }, 'keyword'],
    [{ keyword: 'x' }, 'organic'],
    [{ keyword: 'x', organic: ['https://a.example/', 'nonsense'] }, 'organic[1]'],
    [{ keyword: 'x', organic: [], country: 'usa' }, 'country'],
    [{ keyword: 'x', organic: [], contry: 'us' }, 'contry'],
  ])('400 for %j names the field', async (body, field) => {
    const reply = await put('serp', body)
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field }] })
  })
})

describe('POST /control/day', () => {
  it('shows the world of that day, and the clock’s again after a reset', async () => {
    const today = await shown('garden')
    expect((await call(`${sandbox.url()}/control/day`, 'POST', { date: '2026-12-24' })).json()).toEqual({
      day: '2026-12-24',
    })
    expect((await shown('garden')).links).not.toEqual(today.links)
    await call(`${sandbox.url()}/control/reset`, 'POST')
    expect(await shown('garden')).toEqual(today)
  })

  it.each(['2026-02-30', 'tomorrow', undefined])('400 for %s', async (date) => {
    const reply = await call(`${sandbox.url()}/control/day`, 'POST', { date })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field: 'date' }] })
  })
})

describe('PUT /control/sites/{host}', () => {
  const pages = {
    '/': { body: '<h1>Größe</h1>' },
    '/a?b=1': { body: 'query' },
    '/ended': { status: 410 },
    '/move': { status: 301, headers: { Location: '/' } },
    '/robots.txt': { body: 'User-agent: *', headers: { 'Content-Type': 'text/plain' } },
    '/slow': { body: 'at last', delayMs: 1_000 },
  }

  it('serves the pages by Host header and by path', async () => {
    expect((await put('sites/Shop.sandbox.example', { pages })).status).toBe(200)
    const byHost = (path: string) => getAsHost(`${sandbox.url()}${path}`, 'shop.sandbox.example:8080')
    expect(await byHost('/')).toEqual({ status: 200, text: '<h1>Größe</h1>' })
    expect(await byHost('/a?b=1')).toEqual({ status: 200, text: 'query' })
    expect((await byHost('/a')).status).toBe(404)
    expect((await byHost('/ended')).status).toBe(410)
    expect((await byHost('/healthz')).status).toBe(404)
    const byPath = `${sandbox.url()}/sites/shop.sandbox.example`
    expect((await call(byPath)).text).toBe('<h1>Größe</h1>')
    expect((await call(`${byPath}/robots.txt`)).headers.get('content-type')).toBe('text/plain')
    expect((await fetch(`${byPath}/move`, { redirect: 'manual' })).headers.get('location')).toBe('/')
    expect((await getAsHost(`${sandbox.url()}/`, 'other.sandbox.example')).status).toBe(404)
  })

  it('a slow page answers late', async () => {
    await put('sites/shop.sandbox.example', { pages })
    const answered: string[] = []
    const get = async (path: string) =>
      answered.push((await getAsHost(`${sandbox.url()}${path}`, 'shop.sandbox.example')).text)
    await Promise.all([get('/slow'), get('/').then(() => get('/a?b=1'))])
    expect(answered).toEqual(['<h1>Größe</h1>', 'query', 'at last'])
    expect((await put('sites/shop.sandbox.example', { pages: { '/': { delayMs: 60_001 } } })).status).toBe(400)
  })

  it('replaces the whole site: what is not set any more is a 404', async () => {
    await put('sites/shop.sandbox.example', { pages })
    await put('sites/shop.sandbox.example', { pages: { '/new': { body: 'new' } } })
    const byPath = `${sandbox.url()}/sites/shop.sandbox.example`
    expect([(await call(`${byPath}/new`)).status, (await call(`${byPath}/`)).status]).toEqual([200, 404])
  })

  it('400 for a host elsewhere or a path without its slash', async () => {
    expect((await put('sites/shop.example.com', { pages })).json()).toMatchObject({ errors: [{ field: 'host' }] })
    const bad = await put('sites/shop.sandbox.example', { pages: { about: { body: '' } } })
    expect(bad.status).toBe(400)
    expect(bad.json()).toMatchObject({ errors: [{ field: 'pages.about' }] })
  })
})

describe('world.json', () => {
  it('brings overrides, sites, answers and the day back after a restart, until a reset', async () => {
    const dataDir = join(folder, 'kept')
    const first = await startSandbox({ dataDir, clock: () => now })
    const control = (path: string, method: string, body?: unknown) => call(`${first.url}/control/${path}`, method, body)
    await control('serp', 'PUT', { keyword: 'kept', organic: ['https://kept.example/'] })
    await control('sites/kept.sandbox.example', 'PUT', { pages: { '/': { body: 'kept' } } })
    await control('answers', 'PUT', { prompt: 'best?', text: 'Mine.', citations: ['https://kept.example/'] })
    await control('day', 'POST', { date: '2027-01-01' })
    await first.close()
    expect(readdirSync(dataDir)).toEqual(['world.json'])

    const second = await startSandbox({ dataDir, clock: () => now })
    expect((await shown('kept', {}, second.url)).links).toEqual(['https://kept.example/'])
    expect((await call(`${second.url}/sites/kept.sandbox.example/`)).text).toBe('kept')
    expect((await call(`${second.url}/healthz`)).json()).toEqual({ ok: true, day: '2027-01-01' })
    await call(`${second.url}/control/reset`, 'POST')
    await second.close()

    const third = await startSandbox({ dataDir, clock: () => now, day: '2026-01-02' })
    expect((await shown('kept', {}, third.url)).links.length).toBeGreaterThanOrEqual(100)
    expect((await call(`${third.url}/healthz`)).json()).toEqual({ ok: true, day: '2026-01-02' })
    await third.close()
  })

  it('does not start on a broken file, rather than forget what was set', async () => {
    writeFileSync(join(folder, 'world.json'), '{"day":')
    await expect(startSandbox({ dataDir: folder, clock: () => now })).rejects.toThrow()
  })
})

it('400 for a control body that is not JSON, 404 for an unknown route', async () => {
  expect((await call(`${sandbox.url()}/control/serp`, 'PUT', '{')).status).toBe(400)
  expect((await call(`${sandbox.url()}/nowhere`)).status).toBe(404)
})
