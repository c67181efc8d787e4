import { useScriptedProvider } from '@rts/outside/testing/scripted-provider'
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

const berlin = {
  name: 'Berlin, Berlin, Germany',
  city: 'Berlin',
  region: 'Berlin',
  country: 'Germany',
  coordinates: { latitude: 52.52, longitude: 13.405 },
}
const inBerlin = queryFor('tee', { country: 'de', language: 'de', device: 'mobile', location: berlin })
const place = 'Berlin,Berlin,Germany'

it.each([
  ['serpapi', { location: place, google_domain: 'google.de', gl: 'de', hl: 'de', device: 'mobile', nfpr: '1' }],
  ['valueserp', { location: place, google_domain: 'google.de', gl: 'de', hl: 'de', device: 'mobile', nfpr: '1' }],
  ['searchapi', { engine: 'google', location: place, gl: 'de', hl: 'de', device: 'mobile', page: '1', nfpr: '1' }],
  ['hasdata', { location: place, gl: 'de', hl: 'de', deviceType: 'mobile', start: '0', num: '10', nfpr: '1' }],
  ['spaceserp', { location: place, domain: 'google.de', gl: 'de', hl: 'de', device: 'mobile', pageNumber: '1' }],
] as const)(
  '%s: asks for a city, a language, a phone and the exact spelling in its own words',
  async (name, expected) => {
    provider.does(() => ({}))
    await search(name, inBerlin)
    expect(Object.fromEntries(provider.calls()[0]?.query ?? [])).toMatchObject({ q: 'tee', ...expected })
  },
)

it('searchapi and hasdata: the key in a header', async () => {
  provider.does(() => ({}))
  await search('searchapi')
  await search('hasdata')
  const [one, other] = provider.calls()
  expect([one?.path, one?.headers.authorization]).toEqual(['/searchapi/api/v1/search', `Bearer ${canary}`])
  expect([other?.path, other?.headers['x-api-key']]).toEqual(['/hasdata/scrape/google/serp', canary])
})

it('serper: asks for a city by its name, and for the exact spelling', async () => {
  provider.does(() => ({ organic: [] }))
  await search('serper', { ...inBerlin, device: 'desktop' })
  expect(JSON.parse(provider.calls()[0]?.body ?? '')).toMatchObject({
    gl: 'de',
    location: berlin.name,
    autocorrect: false,
  })
})

it('dataforseo: asks for a city by its coordinates, else by its name, for a phone and the exact spelling', async () => {
  provider.does(() => ({}))
  const live = { DATAFORSEO_MODE: 'live' }
  await search('dataforseo', inBerlin, live)
  await search('dataforseo', { ...inBerlin, location: { ...berlin, coordinates: null } }, live)
  const asked = provider.calls().map(({ body }) => JSON.parse(body)[0])
  const rest = { keyword: 'tee', language_code: 'de', device: 'mobile', depth: 100, search_param: '&nfpr=1' }
  expect(asked).toEqual([
    { ...rest, location_coordinate: '52.52,13.405,200' },
    { ...rest, location_name: place },
  ])
})

it('serply: ten results a page from its proxy in the country, and nothing where it has none', async () => {
  provider.does(() => ({ results: [] }))
  await search('serply', queryFor('tea', { country: 'gb', device: 'mobile' }))
  const [call] = provider.calls()
  expect(call?.path).toBe('/serply/v1/search')
  expect(Object.fromEntries(call?.query ?? [])).toEqual({ q: 'tea', gl: 'uk', hl: 'en', num: '10', start: '0' })
  expect(call?.headers).toMatchObject({ 'x-api-key': canary, 'x-proxy-location': 'GB', 'x-user-agent': 'mobile' })
  expect(await search('serply', queryFor('teh', { country: 'id' }))).toMatchObject({ kind: 'unsupported' })
  expect(await search('serply', queryFor('tee', { country: 'de', location: berlin }))).toMatchObject({
    kind: 'unsupported',
  })
  expect(provider.calls()).toHaveLength(1)
})

it('brightdata: an address of Google with the city, the phone and the exact spelling, in the zone', async () => {
  provider.does(() => ({}))
  await search('brightdata', inBerlin)
  const [call] = provider.calls()
  const { url, ...rest } = JSON.parse(call?.body ?? '{}')
  expect([call?.path, call?.headers.authorization]).toEqual(['/brightdata/request', `Bearer ${canary}`])
  expect(rest).toEqual({ zone: canary, format: 'raw' })
  const { uule = '', ...asked } = Object.fromEntries(new URL(url).searchParams)
  expect(asked).toEqual({ q: 'tee', gl: 'de', hl: 'de', brd_mobile: '1', start: '0', nfpr: '1', brd_json: '1' })
  expect(Buffer.from(uule.slice(2), 'base64').toString()).toContain(place)
})

it('oxylabs: a job of one parsed page, for the city, the phone and the exact spelling', async () => {
  provider.does(() => ({}))
  await search('oxylabs', inBerlin)
  const [call] = provider.calls()
  expect(call?.headers.authorization).toBe(`Basic ${Buffer.from(`${canary}:${canary}`).toString('base64')}`)
  expect(JSON.parse(call?.body ?? '{}')).toEqual({
    source: 'google_search',
    query: 'tee',
    domain: 'de',
    locale: 'de',
    geo_location: place,
    user_agent_type: 'mobile',
    start_page: 1,
    pages: 1,
    context: [{ key: 'nfpr', value: true }],
    parse: true,
  })
})
