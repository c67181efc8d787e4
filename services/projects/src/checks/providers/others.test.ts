import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { expect, it } from 'vitest'
import { createSerpSource } from './chain.ts'
import type { SerpProviderName } from './providers.ts'
import { canary, providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()
const search = (name: SerpProviderName, query = queryFor('tea'), over: Record<string, string> = {}) =>
  createSerpSource(settingAt(provider.url(), { ...providersList(name), ...over }), {
    clock: standingClock(),
    logger: listeningLogger().logger,
  }).ask(query)

it('serper: an empty balance is a quota, though it comes as a bad request', async () => {
  provider.does(answering(400, '{"message":"Not enough credits","statusCode":400}'))
  expect(await search('serper')).toMatchObject({ kind: 'quota' })
  provider.does(answering(400, '{"message":"Missing query parameter"}'))
  expect(await search('serper')).toMatchObject({ kind: 'bad_request' })
})

it('serper: ten results a page, the key in a header', async () => {
  provider.does(() => ({ organic: [] }))
  await search('serper', queryFor('tea', { country: 'gb', language: 'zh-TW' }))
  const [call] = provider.calls()
  expect([call?.method, call?.path, call?.headers['x-api-key']]).toEqual(['POST', '/serper/search', canary])
  expect(JSON.parse(call?.body ?? '')).toEqual({
    q: 'tea',
    gl: 'gb',
    hl: 'zh-tw',
    num: 10,
    page: 1,
    autocorrect: false,
  })
})

it('serper: an answer without the list of results is not an empty page', async () => {
  provider.does(() => ({ searchParameters: { q: 'tea' } }))
  expect(await search('serper')).toMatchObject({ kind: 'parse' })
})

it.each(['serper', 'searxng'] as const)(
  '%s has no mobile results and does not pass desktop ones off as such',
  async (name) => {
    expect(await search(name, queryFor('tea', { device: 'mobile' }))).toMatchObject({ kind: 'unsupported' })
    expect(provider.calls()).toEqual([])
  },
)

it('valueserp: an error may stand in a 200', async () => {
  const saying = (message: string) => provider.does(() => ({ request_info: { success: false, message } }))
  saying('The API key you supplied is invalid.')
  expect(await search('valueserp')).toMatchObject({ kind: 'auth' })
  saying('You have used all of the credits in your plan.')
  expect(await search('valueserp')).toMatchObject({ kind: 'quota' })
  saying('Something else')
  expect(await search('valueserp')).toMatchObject({ kind: 'upstream' })
})

it('valueserp: asks for the country as a place and by its own Google, with the key as a parameter', async () => {
  provider.does(() => ({ request_info: { success: true } }))
  await search('valueserp', queryFor('tee', { country: 'de', language: 'de', device: 'mobile' }))
  const [call] = provider.calls()
  expect(call?.path).toBe('/valueserp/search')
  expect(Object.fromEntries(call?.query ?? [])).toEqual({
    api_key: canary,
    q: 'tee',
    gl: 'de',
    hl: 'de',
    google_domain: 'google.de',
    location: 'Germany',
    device: 'mobile',
    page: '1',
    num: '10',
    nfpr: '1',
    output: 'json',
  })
})

it('oxylabs: HTTP 200 is no success by itself', async () => {
  const job = (status_code: number, content: unknown) => provider.does(() => ({ results: [{ status_code, content }] }))
  job(613, '')
  expect(await search('oxylabs')).toMatchObject({ kind: 'upstream' })
  job(200, { results: { organic: [] }, parse_status_code: 12_004 })
  expect(await search('oxylabs')).toMatchObject({ kind: 'parse' })
})

it('hasdata: HTTP 200 is no success by itself', async () => {
  provider.does(() => ({ requestMetadata: { status: 'error' } }))
  expect(await search('hasdata')).toMatchObject({ kind: 'upstream' })
})

it('searchapi: tells out of searches from too fast, and none from unreadable', async () => {
  provider.does(answering(429, '{"error":"You have used all of the searches for the month."}'))
  expect(await search('searchapi')).toMatchObject({ kind: 'quota' })
  provider.does(answering(429, '{"error":"You have exceeded the rate limit."}'))
  expect(await search('searchapi')).toMatchObject({ kind: 'rate' })
  provider.does(() => ({ search_metadata: { status: 'Success' }, error: 'Something else' }))
  expect(await search('searchapi')).toMatchObject({ kind: 'upstream' })
})

it('searxng: asks Google alone unless other engines are named, and the row says who answered', async () => {
  const found = (engines: string[]) => ({ results: [{ url: 'https://a.com/', engines }] })
  provider.does(() => found(['google']))
  expect(await search('searxng')).toMatchObject({ ok: true, source: 'searxng:google' })
  expect(provider.calls()[0]?.query.get('engines')).toBe('google')
  provider.does(() => found(['google', 'bing']))
  expect(await search('searxng', queryFor('tea'), { SEARXNG_ENGINES: 'google,bing' })).toMatchObject({
    source: 'searxng:bing+google',
  })
  expect(provider.calls().at(-1)?.query.get('engines')).toBe('google,bing')
})

it('searxng: a blocked engine answers a page of nothing, which is a failure', async () => {
  provider.does(() => ({ results: [], unresponsive_engines: [['google', 'Suspended: CAPTCHA']] }))
  expect(await search('searxng')).toMatchObject({ kind: 'upstream' })
})

it('searxng: asks for the region, and counts an address that comes again only once', async () => {
  provider.does((call) => {
    const page = Number(call.query.get('pageno'))
    const hosts =
      [
        ['a.com', 'b.com', 'a.com'],
        ['b.com', 'c.com'],
      ][page - 1] ?? []
    return { results: hosts.map((host) => ({ url: `https://${host}/` })) }
  })
  const page = await search('searxng', queryFor('tee', { country: 'at', language: 'de' }))
  expect(page.ok && page.value.organic.map(({ position, host }) => `${position} ${host}`)).toEqual([
    '1 a.com',
    '2 b.com',
    '3 c.com',
  ])
  expect(Object.fromEntries(provider.calls()[0]?.query ?? [])).toMatchObject({
    language: 'de-AT',
    format: 'json',
  })
  expect(page).toMatchObject({ costUsd: 0 })
})
