import { readFileSync } from 'node:fs'
import { useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { expect, it } from 'vitest'
import { createSerpSource } from './chain.ts'
import { canary, providersList, queryFor, settingAt } from './testing/setting.ts'

const coffee: unknown = JSON.parse(
  readFileSync(new URL('../../../../../packages/sandbox/src/fixtures/serpapi-coffee.json', import.meta.url), 'utf8'),
)
const empty = { search_metadata: { status: 'Success' }, error: "Google hasn't returned any results for this query." }
const provider = useScriptedProvider()
const search = (query = queryFor('Coffee'), over: Record<string, string> = {}) =>
  createSerpSource(settingAt(provider.url(), { ...providersList('serpapi'), ...over }), {
    clock: standingClock(),
    logger: listeningLogger().logger,
  }).ask(query)
const failing = async (answer: object, status = 200) => {
  provider.does((_call, response) => {
    response.statusCode = status
    return answer
  })
  return search()
}

it('reads a recorded page: recipes, places, videos and questions beside the organic results take no position', async () => {
  provider.does((call) => (call.query.get('start') === '0' ? coffee : empty))
  const page = await search()
  const at = (host: string) => page.ok && page.value.organic.find((result) => result.host === host)?.position
  expect(page.ok && page.value.organic).toHaveLength(8)
  expect([at('peets.com'), at('stumptowncoffee.com'), at('en.wikipedia.org')]).toEqual([3, 8, 1])
  expect(page.ok && page.value.questions[0]).toBe('Does coffee make you poop?')
  // Eight results and a next link: the ninth result would be on the next page, or after an empty one.
  expect(provider.calls().map(({ query }) => query.get('start'))).toEqual(['0', '10', '20'])
})

it('asks for the country, language and device of the query, with the key as a parameter', async () => {
  provider.does(() => empty)
  await search(queryFor('grüner tee', { country: 'gb', language: 'he', device: 'mobile' }))
  const [call] = provider.calls()
  expect(call?.path).toBe('/serpapi/search')
  expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
    engine: 'google',
    q: 'grüner tee',
    gl: 'uk',
    hl: 'iw',
    google_domain: 'google.co.uk',
    location: 'United Kingdom',
    device: 'mobile',
    api_key: canary,
  })
  expect(call?.query.has('num')).toBe(false)
})

it('a missing list of results is "none" only when the page says so', async () => {
  const success = { search_metadata: { status: 'Success' } }
  expect(await failing(empty)).toMatchObject({ ok: true, value: { organic: [] } })
  const stated = (state: string) => ({ ...success, search_information: { organic_results_state: state } })
  expect(await failing(stated('Empty showing fixed spelling results'))).toMatchObject({
    ok: true,
    value: { organic: [] },
  })
  expect(await failing(stated('Results for exact spelling'))).toMatchObject({ ok: false, kind: 'suspect' })
})

it('HTTP 200 is no success by itself', async () => {
  for (const status of ['Error', 'Processing'])
    expect(await failing({ search_metadata: { status }, error: 'x' })).toMatchObject({ kind: 'upstream' })
  expect(await failing({ search_metadata: { status: 'Success' }, error: 'Could not be parsed' })).toMatchObject({
    kind: 'upstream',
  })
  expect(await failing({ error: 'Invalid API key.' })).toMatchObject({ kind: 'auth' })
})

it('tells 429 out of searches from 429 too fast', async () => {
  expect(await failing({ error: 'Your account has run out of searches.' }, 429)).toMatchObject({ kind: 'quota' })
  expect(await failing({ error: 'You are exceeding your hourly throughput limit.' }, 429)).toMatchObject({
    kind: 'rate',
  })
})

it('rows of a sandbox say so, and cost the price of their pages', async () => {
  provider.does((call) => (call.query.get('start') === '0' ? coffee : empty))
  expect(await search(queryFor('Coffee'), { SANDBOX_URL: provider.url() })).toMatchObject({
    sandbox: true,
    costUsd: expect.closeTo(0.045, 9),
  })
})
