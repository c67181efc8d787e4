import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import coffee from '../fixtures/serpapi-coffee.json' with { type: 'json' }
import { call, useSandbox } from '../testing/client.ts'

// Each adapter reads these formats in services/projects/src/checks/providers/sandbox.test.ts; here are the providers' documents.
const sandbox = useSandbox()
const serpapi = (query: string) => call(`${sandbox.url()}/serpapi/search.json?engine=google&${query}`)
const serper = (body: unknown, headers: Record<string, string> = { 'x-api-key': 'k' }) =>
  call(`${sandbox.url()}/serper/search`, 'POST', body, headers)
const valueserp = (query: string) => call(`${sandbox.url()}/valueserp/search?output=json&${query}`)
const searxng = (query: string) => call(`${sandbox.url()}/searxng/search?${query}`)

const answers = {
  serpapi: z.looseObject({
    search_metadata: z.looseObject({ status: z.literal('Success') }),
    organic_results: z.array(
      z.looseObject({ position: z.int(), title: z.string(), link: z.url(), displayed_link: z.string() }),
    ),
    serpapi_pagination: z.looseObject({ current: z.int(), next: z.url() }),
  }),
  serper: z.looseObject({
    organic: z.array(z.looseObject({ title: z.string(), link: z.url(), snippet: z.string(), position: z.int() })),
    peopleAlsoAsk: z.array(z.looseObject({ question: z.string() })),
    relatedSearches: z.array(z.strictObject({ query: z.string() })),
    credits: z.int(),
  }),
  valueserp: z.looseObject({
    request_info: z.looseObject({ success: z.literal(true), credits_used: z.int(), credits_remaining: z.int() }),
    organic_results: z.array(z.looseObject({ position: z.int(), link: z.url(), domain: z.string() })),
    pagination: z.looseObject({ current: z.int(), next: z.string() }),
  }),
  searxng: z.looseObject({
    results: z.array(
      z.looseObject({ url: z.url(), content: z.string(), engine: z.string(), positions: z.array(z.int()) }),
    ),
    unresponsive_engines: z.array(z.unknown()),
  }),
}

it('each format is its provider’s, and positions begin with 1 on each page', async () => {
  const first = answers.serpapi.parse((await serpapi('api_key=k&q=garden&start=10')).json())
  expect([first.organic_results[0]?.position, first.serpapi_pagination.current]).toEqual([1, 2])
  expect(answers.serper.parse((await serper({ q: 'garden', page: 2 })).json()).organic[0]?.position).toBe(1)
  const second = answers.valueserp.parse((await valueserp('api_key=k&q=garden&page=2')).json())
  expect([second.organic_results[0]?.position, second.pagination.current]).toEqual([1, 2])
  answers.searxng.parse((await searxng('q=garden&format=json')).json())
})

describe('SerpApi', () => {
  it('has the recorded page of coffee, and its keys on every other page', async () => {
    expect((await serpapi('api_key=k&q=coffee&gl=us&hl=en')).json()).toEqual(coffee)
    const keys = ['search_parameters', 'search_information', 'related_questions', 'pagination']
    expect(Object.keys(Object((await serpapi('api_key=k&q=garden')).json()))).toEqual(expect.arrayContaining(keys))
  })

  it('says that nothing was found as a success with an error text and no list', async () => {
    await call(`${sandbox.url()}/control/serp`, 'PUT', { keyword: 'nothing here', organic: [] })
    const page = (await serpapi('api_key=k&q=nothing+here')).json()
    expect(page).toMatchObject({
      search_metadata: { status: 'Success' },
      search_information: { organic_results_state: 'Fully empty' },
      error: "Google hasn't returned any results for this query.",
    })
    expect(page).not.toHaveProperty('organic_results')
  })
})

it.each<[what: string, status: number, ask: () => ReturnType<typeof call>]>([
  ['SerpApi without a key', 401, () => serpapi('q=x')],
  ['SerpApi with an invalid key', 401, () => serpapi('api_key=invalid&q=x')],
  ['SerpApi with a bad country', 400, () => serpapi('api_key=k&q=x&gl=usa')],
  ['Serper without a key', 403, () => serper({ q: 'x' }, {})],
  ['Serper without a query', 400, () => serper({})],
  ['ValueSERP without a key', 401, () => valueserp('q=x')],
  ['ValueSERP without a query', 400, () => valueserp('api_key=k')],
  ['SearXNG in another format', 403, () => searxng('q=coffee')],
  ['SearXNG without a query', 400, () => searxng('format=json')],
])('%s is %i', async (_what, status, ask) => {
  expect((await ask()).status).toBe(status)
})
