import { once } from 'node:events'
import { createServer } from 'node:http'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { createSandbox } from '@rts/sandbox/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSerpQueue, createSerpSource } from './chain.ts'
import { serpProviderNames, serpProviders } from './providers.ts'
import { sites } from './testing/formats.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const sandbox = createSandbox({ clock: () => new Date('2026-11-21T10:00:00.000Z'), day: '2026-11-21' })
const server = createServer(sandbox.app)
let url = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address === 'object' && address) url = `http://127.0.0.1:${address.port}`
})
afterAll(() => {
  sandbox.close()
  server.closeAllConnections()
  server.close()
})
const control = async (method: string, path: string, body: object = {}) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/control/${path}`, { method, headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}
beforeEach(() => control('POST', 'reset'))

const deps = () => ({ clock: standingClock(), logger: listeningLogger().logger })
const setting = (name: (typeof serpProviderNames)[number]) =>
  settingAt(url, { ...providersList(name), SANDBOX_URL: url, SERP_TIMEOUT_MS: '1000' })
const search = (name: (typeof serpProviderNames)[number], query = queryFor('garden chairs')) =>
  createSerpSource(setting(name), deps()).ask(query)

describe.each(serpProviderNames)('%s against the sandbox', (name) => {
  it('has the same hundred results as every other provider', async () => {
    const [mine, reference] = [await search(name), await search('serpapi')]
    const source = name === 'searxng' ? 'searxng:google' : name
    expect(mine).toMatchObject({ ok: true, source, sandbox: true, value: { depth: 100 } })
    expect(mine.ok && mine.value.organic.map(({ position }) => position)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    )
    expect(mine.ok && mine.value.organic.map(({ url }) => url)).toEqual(
      reference.ok && reference.value.organic.map(({ url }) => url),
    )
    if (name !== 'searxng') expect(mine.ok && mine.value.questions.length).toBeGreaterThan(2)
  })

  it('reads the recorded page of coffee', async () => {
    const page = await search(name, queryFor('coffee'))
    const hosts = page.ok ? page.value.organic.map(({ host, position }) => `${position} ${host}`) : []
    expect(hosts).toHaveLength(8)
    expect(hosts).toEqual(expect.arrayContaining(['3 peets.com', '8 stumptowncoffee.com']))
  })

  it('shows what was set, also far down', async () => {
    const organic = Array.from({ length: 37 }, (_, i) => `https://site${i + 1}.com/`)
    await control('PUT', 'serp', { keyword: 'set', country: 'gb', language: 'en', organic })
    const page = await search(name, queryFor('set', { country: 'gb', language: 'en-GB' }))
    expect(page.ok && page.value.organic.at(-1)).toMatchObject({ position: 37, host: 'site37.com' })
  })

  it('reads bad pages as what they are: withheld, said to be empty, sealed, a question of Google’s, another spelling', async () => {
    const read = async (mode: string) => {
      await control('POST', 'fail', { provider: name, mode, keyword: 'badday' })
      const page = await search(name, queryFor('badday', { depth: 10 }))
      return page.ok ? page.value.organic.length : page.kind
    }
    const { saysEmpty } = serpProviders[name]
    // The others list a host beside the address, by which the owner of a sealed one is read.
    const listsHost = !['serper', 'serply', 'searxng'].includes(name)
    expect([await read('withheld'), await read('captcha'), await read('emptied'), await read('sealed')]).toEqual([
      'suspect',
      'suspect',
      saysEmpty ? 0 : 'suspect',
      listsHost ? 10 : 0,
    ])
    expect(await read('short')).toBe(4)
    expect(await read('unusual')).toBe('suspect')
    // The others do not say what their results are for.
    const saysSpelling = ['dataforseo', 'serpapi', 'valueserp', 'searchapi', 'brightdata', 'oxylabs'].includes(name)
    expect(await read('respelled')).toBe(saysSpelling ? 'respelled' : 10)
  })

  it('reads the AI overview and the snippet of a page, where it says anything of them', async () => {
    const organic = sites(20).flatMap(({ url: address }) => address ?? [])
    const overview = ['https://site2.com/', 'https://elsewhere.com/a']
    await control('PUT', 'serp', { keyword: 'answered', organic, snippet: 'https://site1.com/', overview })
    await control('PUT', 'serp', { keyword: 'plain', organic, snippet: null, overview: null })
    const blocksOf = async (phrase: string) => {
      const page = await search(name, queryFor(phrase, { depth: 10 }))
      return page.ok ? page.value.blocks : undefined
    }
    const [answered, plain] = [await blocksOf('answered'), await blocksOf('plain')]
    const saysOverview = ['dataforseo', 'serpapi', 'searchapi', 'hasdata', 'brightdata'].includes(name)
    expect([answered?.kinds.ai_overview, answered?.citations]).toEqual(
      saysOverview ? [true, overview] : [undefined, null],
    )
    const saysSnippet = ['dataforseo', 'serpapi', 'searchapi', 'serper', 'brightdata', 'oxylabs'].includes(name)
    const site1 = 'https://site1.com/'
    expect([answered?.kinds.snippet, answered?.snippet]).toEqual(saysSnippet ? [true, site1] : [undefined, null])
    expect([plain?.kinds.ai_overview, plain?.kinds.snippet]).not.toContain(true)
  })

  it('stores pages at their own addresses, and counts on over pages of eight to ten', async () => {
    const listed = sites(40).flatMap(({ url }) => url ?? [])
    listed[2] = 'https://www.google.com/url?q=https://kopi.co.id/biji&sa=U&ved=2ahUKE'
    listed[20] = 'https://www.google.com/amp/s/teh.co.id/daun'
    await control('PUT', 'serp', { keyword: 'uneven', organic: listed, pages: [8, 10, 9] })
    const page = await search(name, queryFor('uneven', { depth: 30 }))
    const at = (position: number) => page.ok && page.value.organic.find((each) => each.position === position)?.url
    expect([3, 21, 30].map(at)).toEqual(['https://kopi.co.id/biji', 'https://teh.co.id/daun', 'https://site30.com/'])
  })

  it.runIf(name !== 'dataforseo')('claims only what was seen before a gap or a repeated page', async () => {
    const organic = sites(60).flatMap(({ url }) => url ?? [])
    for (const pages of [
      [10, 9, 0],
      [10, 9, 'again'],
    ]) {
      await control('PUT', 'serp', { keyword: 'gap', organic, pages })
      const page = await search(name, queryFor('gap', { depth: 50 }))
      expect(page).toMatchObject({ ok: true, value: { depth: 19 } })
    }
  })

  it.each([
    ['http500', 'upstream'],
    ['timeout', 'timeout'],
    ['garbage', 'parse'],
    ['empty', 'parse'],
    ['quota', name === 'searxng' ? 'upstream' : 'quota'],
    ['rate', 'rate'],
  ])('fault %s is %s, and passes', async (mode, kind) => {
    await control('POST', 'fail', { provider: name, mode, times: 1 })
    expect(await search(name)).toMatchObject({ ok: false, source: name, kind })
    expect(await search(name)).toMatchObject({ ok: true })
  })
})

it('a live page that takes 25 seconds is bought once, and its provider stays in use', async () => {
  // The page and the time-out both take a hundredth of their time.
  await control('POST', 'live', { delayMs: 250 })
  const timeout = { SERP_TIMEOUT_MS: String(serpProviders.dataforseo.timeoutMs / 100) }
  const source = createSerpSource(settingAt(url, { ...providersList('dataforseo'), ...timeout }), deps())
  const phrases = ['a', 'b', 'c', 'd', 'e', 'f']
  const pages = await Promise.all(phrases.map((phrase) => source.ask(queryFor(phrase))))
  expect(pages.map(({ ok }) => ok)).toEqual(phrases.map(() => true))
  const answer = await fetch(`${url}/control/calls?provider=dataforseo`)
  expect(await answer.json()).toMatchObject({ calls: phrases.map(() => ({ status: 200 })) })
})

it('the queue of dataforseo has the results of its live search, after a while of waiting', async () => {
  const queue = createSerpQueue(settingAt(url, { ...providersList('dataforseo'), DATAFORSEO_MODE: 'queue' }), deps())
  await control('POST', 'queue', { delayMs: 60_000 })
  const queries = ['garden chairs', 'tea', 'coffee'].map((phrase) => queryFor(phrase))
  const taken = (await queue?.submit(queries)) ?? []
  expect(taken).toHaveLength(3)
  for (const [index, query] of queries.entries()) {
    const task = taken[index]
    if (!task?.ok) throw new Error('not taken')
    await control('POST', 'queue', { delayMs: 60_000 })
    expect(await queue?.collect(task.taskId, query)).toEqual({ state: 'waiting', failure: null })
    await control('POST', 'queue', { delayMs: 0 })
    const [queued, live] = [await queue?.collect(task.taskId, query), await search('dataforseo', query)]
    expect(queued?.state === 'ready' && queued.page.value.organic).toEqual(live.ok && live.value.organic)
  }
})
