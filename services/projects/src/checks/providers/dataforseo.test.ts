import { readFileSync } from 'node:fs'
import { useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { describe, expect, it } from 'vitest'
import { createSerpQueue, createSerpSource } from './chain.ts'
import { sites, wrapped } from './testing/formats.ts'
import { canary, providersList, queryFor, settingAt } from './testing/setting.ts'

const flights: unknown = JSON.parse(
  readFileSync(
    new URL('../../../../../packages/sandbox/src/fixtures/dataforseo-flights.json', import.meta.url),
    'utf8',
  ),
)
const provider = useScriptedProvider()
const deps = () => ({ clock: standingClock(), logger: listeningLogger().logger })
const search = (query = queryFor('tea')) =>
  createSerpSource(settingAt(provider.url(), providersList('dataforseo')), deps()).ask(query)
const queue = () => {
  const made = createSerpQueue(
    settingAt(provider.url(), { ...providersList('dataforseo'), DATAFORSEO_MODE: 'queue' }),
    deps(),
  )
  if (!made) throw new Error('the queue was asked for')
  return made
}
const envelope = (...tasks: object[]) => ({ status_code: 20000, status_message: 'Ok.', tasks })
const coded = (status_code: number, status_message = '', more = {}) =>
  envelope({ id: 't', status_code, status_message, cost: 0, result: null, ...more })
const sentTasks = (body: string): { keyword: string; tag: string }[] => JSON.parse(body)

describe('live', () => {
  it('reads the documented answer: a position is its rank_group, not its place in the list', async () => {
    provider.does(() => flights)
    const page = await search()
    expect(page.ok && page.value.organic.map(({ position, host }) => [position, host])).toEqual([
      [1, 'skyscanner.com'],
      [2, 'expedia.com'],
      [94, 'ethiopianairlines.com'],
      [95, 'vietnamairlines.com'],
      [96, 'books.google.com'],
    ])
  })

  it('asks once for the whole depth, by location code, and for nothing that would end the look-up early', async () => {
    provider.does(() => coded(40102, 'No Search Results.', { cost: 0.02 }))
    const page = await search(queryFor('chá', { country: 'br', language: 'pt-BR', device: 'mobile', depth: 500 }))
    expect(page).toMatchObject({ ok: true, costUsd: 0.02, value: { organic: [], depth: 200 } })
    const [call] = provider.calls()
    expect(call?.path).toBe('/dataforseo/v3/serp/google/organic/live/advanced')
    expect(call?.headers.authorization).toBe(`Basic ${Buffer.from(`me:${canary}`).toString('base64')}`)
    expect(JSON.parse(call?.body ?? '')).toEqual([
      {
        keyword: 'chá',
        location_code: 2076,
        language_code: 'pt',
        device: 'mobile',
        depth: 200,
        search_param: '&nfpr=1',
      },
    ])
  })

  it('writes plus and percent so that they are read as they stand', async () => {
    provider.does(() => coded(40102, 'No Search Results.'))
    await search(queryFor('c++ 100% off'))
    expect(sentTasks(provider.calls()[0]?.body ?? '')[0]?.keyword).toBe('c%2B%2B 100%25 off')
  })

  it.each([
    [40101, 'Internal SE Server Error.', 'upstream', true],
    [40103, 'Task execution failed.', 'upstream', false],
    [40100, 'Not authorized.', 'auth', false],
    [40207, 'IP not allowed.', 'auth', false],
    [40200, 'Payment Required.', 'quota', false],
    [40210, 'Insufficient Funds.', 'quota', false],
    [40202, 'Rate limit.', 'rate', false],
    [40209, 'Too many at once.', 'rate', false],
    [40501, "Invalid Field: 'keyword'.", 'bad_request', false],
    [40000, 'You can set only one task at a time.', 'bad_request', false],
    [50000, 'Internal Error.', 'upstream', false],
  ])('HTTP 200 with code %i (%s) is %s, billed: %s', async (code, message, kind, billed) => {
    provider.does(() => coded(code, message))
    expect(await search()).toMatchObject({ ok: false, kind, billed })
    provider.does(() => ({ status_code: code, status_message: message, tasks: null }))
    expect(await search()).toMatchObject({ ok: false, kind, billed })
  })

  it('code 40501 is an empty page when its text says so', async () => {
    provider.does(() => coded(40501, 'No Search Results.'))
    expect(await search()).toMatchObject({ ok: true, value: { organic: [] } })
  })

  it('a success without items is not an empty page, nor are null items: 40102 is', async () => {
    provider.does(() => coded(20000, 'Ok.'))
    expect(await search()).toMatchObject({ kind: 'parse' })
    provider.does(() => coded(20000, 'Ok.', { result: [{ items_count: 0, items: null }], cost: 0.002 }))
    expect(await search()).toMatchObject({ ok: false, kind: 'suspect', billed: true })
    provider.does(() => coded(40102, 'No Search Results.', { cost: 0.002 }))
    expect(await search()).toMatchObject({ ok: true, value: { organic: [] } })
  })

  it.each([
    [3, 30, 30],
    [3, 25, 100],
    [10, 96, 100],
  ])('a task of %i pages with %i results was read to %i', async (pages_count, count, depth) => {
    const items = sites(count).map(({ url }, i) => ({ type: 'organic', rank_group: i + 1, url }))
    provider.does(() => coded(20000, 'Ok.', { result: [{ pages_count, items }], cost: 0.002 }))
    expect(await search()).toMatchObject({ ok: true, value: { depth } })
  })

  it('sends what is to be put right on a page, live and to the queue, and nothing of it unless it is set', async () => {
    provider.does(() => coded(40102, 'No Search Results.'))
    await search()
    const set = settingAt(provider.url(), { ...providersList('dataforseo'), DATAFORSEO_RESOLVE: 'poisoned,goto' })
    await createSerpSource(set, deps()).ask(queryFor('tea'))
    await createSerpQueue({ ...set, DATAFORSEO_MODE: 'queue' }, deps())?.submit([queryFor('tea')])
    const resolved = { resolve_poisoned_results: true, resolve_goto_urls: true }
    const [plain, whole, queued] = provider.calls().map(({ body }) => JSON.parse(body)[0])
    expect([whole, queued]).toEqual([
      { ...plain, ...resolved },
      { ...plain, ...resolved, tag: '0' },
    ])
    expect(plain).not.toHaveProperty('resolve_poisoned_results')
  })

  it('a failure that had a price is billed', async () => {
    provider.does(() => coded(20000, 'Ok.', { result: 'x', cost: 0.002 }))
    expect(await search()).toMatchObject({ kind: 'parse', billed: true })
  })

  it('a country without a code is refused without a call', async () => {
    expect(await search(queryFor('tea', { country: 'xx' }))).toMatchObject({ kind: 'unsupported' })
    expect(provider.calls()).toEqual([])
  })
})

describe('queue', () => {
  const taken = (body: string) =>
    envelope(
      ...sentTasks(body)
        .map(({ keyword, tag }) => ({
          id: `id-${keyword}`,
          status_code: 20100,
          cost: 0.0006,
          data: { tag },
          result: null,
        }))
        .reverse(),
    )

  it('posts a hundred tasks a request and answers an id for each query, in order', async () => {
    provider.does((call) => taken(call.body))
    const phrases = Array.from({ length: 230 }, (_, i) => `p${i}`)
    const submitted = await queue().submit(phrases.map((phrase) => queryFor(phrase)))
    expect(provider.calls().map(({ body }) => sentTasks(body).length)).toEqual([100, 100, 30])
    expect(submitted).toEqual(phrases.map((phrase) => ({ ok: true, taskId: `id-${phrase}`, costUsd: 0.0006 })))
  })

  it('a bad task fails alone', async () => {
    provider.does((call) =>
      envelope(
        ...sentTasks(call.body).map(({ keyword, tag }) =>
          keyword === 'bad'
            ? { id: 'x', status_code: 40501, status_message: 'Invalid Field', data: { tag } }
            : { id: 'y', status_code: 20100, data: { tag } },
        ),
      ),
    )
    const submitted = await queue().submit([
      queryFor('a'),
      queryFor('bad'),
      queryFor('c', { country: 'xx' }),
      queryFor('d'),
    ])
    expect(submitted.map((each) => (each.ok ? each.taskId : each.kind))).toEqual([
      'y',
      'bad_request',
      'unsupported',
      'y',
    ])
  })

  it('a task that cannot be read costs no other its id', async () => {
    provider.does((call) => envelope(...taken(call.body).tasks.slice(0, -1), { id: 7 }))
    const submitted = await queue().submit([queryFor('a'), queryFor('b')])
    expect(submitted.map((each) => (each.ok ? each.taskId : each.kind))).toEqual(['parse', 'id-b'])
  })

  it('a failed request fails its hundred and no other', async () => {
    let calls = 0
    provider.does((call, response) => {
      if (++calls > 1) return taken(call.body)
      response.writeHead(500).end()
      return undefined
    })
    const submitted = await queue().submit(Array.from({ length: 101 }, (_, i) => queryFor(`p${i}`)))
    expect(submitted.map((each) => each.ok)).toEqual([...Array(100).fill(false), true])
  })

  it.each([40601, 40602, 20100])('code %i is still waiting', async (code) => {
    provider.does(() => coded(code))
    expect(await queue().collect('t1', queryFor('tea'))).toEqual({ state: 'waiting', failure: null })
  })

  it('collects a finished task, cut to the depth that was asked for', async () => {
    provider.does(() => flights)
    const task = await queue().collect('a/b', queryFor('tea', { depth: 95 }))
    expect(task).toMatchObject({ state: 'ready', page: { source: 'dataforseo', value: { depth: 95 } } })
    expect(task.state === 'ready' && task.page.value.organic.at(-1)?.position).toBe(95)
    expect(provider.calls()[0]?.path).toBe('/dataforseo/v3/serp/google/organic/task_get/advanced/a%2Fb')
  })

  it.each(wrapped)('stores the page of $url at its own address', async ({ url }) => {
    provider.does(() => coded(20000, 'Ok.', { result: [{ items: [{ type: 'organic', rank_group: 1, url }] }] }))
    const organic = [{ position: 1, url: 'https://kopi.co.id/biji', host: 'kopi.co.id' }]
    expect(await queue().collect('t1', queryFor('tea'))).toMatchObject({ state: 'ready', page: { value: { organic } } })
  })

  it('a task that has expired can be submitted again', async () => {
    provider.does(() => coded(40401, 'Task Not Found.'))
    expect(await queue().collect('t1', queryFor('tea'))).toMatchObject({ state: 'gone', failure: { kind: 'upstream' } })
  })

  it('is in the place where DataForSEO is listed, unless all is to be live', () => {
    const make = (over: Record<string, string>) => createSerpQueue(settingAt(provider.url(), over), deps())
    expect(make(providersList('dataforseo'))).not.toBeNull()
    expect(make({ ...providersList('dataforseo'), DATAFORSEO_MODE: 'live' })).toBeNull()
    expect(make(providersList('serper'))).toBeNull()
  })
})
