import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import fixture from '../fixtures/serpapi-coffee.json' with { type: 'json' }
import { call, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const coffee = fixture.organic_results.map((item) => item.link)

const serper = (body: unknown, headers: Record<string, string> = { 'x-api-key': 'k' }) =>
  call(`${sandbox.url()}/serper/search`, 'POST', body, headers)
const valueserp = (query: string) => call(`${sandbox.url()}/valueserp/search?output=json&${query}`)
const searxng = (query: string) => call(`${sandbox.url()}/searxng/search?${query}`)

const serperAnswer = z.looseObject({
  organic: z.array(z.looseObject({ title: z.string(), link: z.url(), snippet: z.string(), position: z.int() })),
  peopleAlsoAsk: z.array(z.looseObject({ question: z.string() })),
  relatedSearches: z.array(z.strictObject({ query: z.string() })),
  credits: z.int(),
})
const valueserpAnswer = z.looseObject({
  request_info: z.looseObject({ success: z.literal(true), credits_used: z.int(), credits_remaining: z.int() }),
  organic_results: z.array(z.looseObject({ position: z.int(), link: z.url(), domain: z.string() })).optional(),
  pagination: z.looseObject({ current: z.int(), next: z.string().optional() }),
})
const searxngAnswer = z.looseObject({
  results: z.array(
    z.looseObject({ url: z.url(), content: z.string(), engine: z.string(), positions: z.array(z.int()) }),
  ),
  unresponsive_engines: z.array(z.unknown()),
})

describe('serper', () => {
  it('restarts positions on each page and joins up to one ranking', async () => {
    const pages = await Promise.all(
      [1, 2].map(async (page) => serperAnswer.parse((await serper({ q: 'garden 4', page })).json())),
    )
    for (const page of pages) expect(page.organic.map((item) => item.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const twenty = serperAnswer.parse((await serper({ q: 'garden 4', num: 20 })).json())
    expect(pages.flatMap((page) => page.organic.map((item) => item.link))).toEqual(
      twenty.organic.map((item) => item.link),
    )
    expect([pages[0]?.credits, twenty.credits]).toEqual([1, 2])
  })

  it('gives the eight results of coffee, then an empty list', async () => {
    const first = serperAnswer.parse((await serper({ q: 'coffee' })).json())
    expect(first.organic.map((item) => item.link)).toEqual(coffee)
    expect(serperAnswer.parse((await serper({ q: 'coffee', page: 2 })).json()).organic).toEqual([])
  })

  it('403 without a key or with an invalid one, 400 without a query', async () => {
    expect((await serper({ q: 'x' }, {})).status).toBe(403)
    expect((await serper({ q: 'x' }, { 'x-api-key': 'invalid' })).status).toBe(403)
    expect((await serper({})).status).toBe(400)
    expect((await serper({ q: 'x', num: 101 })).status).toBe(400)
  })
})

describe('valueserp', () => {
  it('gives the eight results of coffee; its second page has no organic_results', async () => {
    const first = valueserpAnswer.parse((await valueserp('api_key=k&q=coffee')).json())
    expect(first.organic_results?.map((item) => item.link)).toEqual(coffee)
    expect(first.organic_results?.[2]).toMatchObject({ position: 3, domain: 'www.peets.com' })
    expect(first.pagination).toEqual({ current: 1 })
    expect(valueserpAnswer.parse((await valueserp('api_key=k&q=coffee&page=2')).json())).not.toHaveProperty(
      'organic_results',
    )
  })

  it('has a next page while there is one, and counts credits', async () => {
    const first = valueserpAnswer.parse((await valueserp('api_key=k&q=garden')).json())
    const second = valueserpAnswer.parse((await valueserp('api_key=k&q=garden&page=2&num=10')).json())
    expect(first.pagination.next).toEqual(expect.any(String))
    expect(second.organic_results?.[0]?.position).toBe(1)
    expect(second.request_info.credits_used).toBe(first.request_info.credits_used + 1)
  })

  it('401 without a key, 400 without a query, with the reason in request_info', async () => {
    expect((await valueserp('q=x')).status).toBe(401)
    expect((await valueserp('q=x&api_key=invalid')).status).toBe(401)
    const reply = await valueserp('api_key=k')
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual({ request_info: { success: false, message: expect.any(String) } })
  })
})

describe('searxng', () => {
  it('gives the eight results of coffee, then none, with all engines answering', async () => {
    const first = searxngAnswer.parse((await searxng('q=coffee&format=json&language=en-US')).json())
    expect(first.results.map((item) => item.url)).toEqual(coffee)
    expect(first.results[2]?.positions).toEqual([3])
    const second = searxngAnswer.parse((await searxng('q=coffee&format=json&pageno=2')).json())
    expect(second).toMatchObject({ results: [], unresponsive_engines: [] })
  })

  it('403 for any other format, 400 without a query', async () => {
    expect((await searxng('q=coffee')).status).toBe(403)
    expect((await searxng('q=coffee&format=csv')).status).toBe(403)
    expect((await searxng('format=json')).status).toBe(400)
  })
})

it('shows one world in every format', async () => {
  const [a, b, c] = await Promise.all([
    serper({ q: 'Garden  Hose', gl: 'uk', hl: 'en' }),
    valueserp('api_key=k&q=garden%20hose&gl=gb&hl=en'),
    searxng('q=garden%20hose&format=json&language=en-GB'),
  ])
  const links = serperAnswer.parse(a.json()).organic.map((item) => item.link)
  expect(valueserpAnswer.parse(b.json()).organic_results?.map((item) => item.link)).toEqual(links)
  expect(searxngAnswer.parse(c.json()).results.map((item) => item.url)).toEqual(links)
})
