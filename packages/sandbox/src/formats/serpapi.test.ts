import { expect, it } from 'vitest'
import { z } from 'zod'
import fixture from '../fixtures/serpapi-coffee.json' with { type: 'json' }
import { call, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const search = (query: string) => call(`${sandbox.url()}/serpapi/search.json?engine=google&api_key=k&${query}`)

const answer = z.looseObject({
  search_metadata: z.looseObject({ status: z.string() }),
  search_information: z.looseObject({ organic_results_state: z.string() }),
  organic_results: z
    .array(
      z.looseObject({
        position: z.int(),
        title: z.string(),
        link: z.url(),
        displayed_link: z.string(),
        snippet: z.string(),
      }),
    )
    .optional(),
  serpapi_pagination: z.looseObject({ current: z.int(), next: z.url().optional() }).optional(),
  error: z.string().optional(),
})
const read = async (query: string) => answer.parse((await search(query)).json())

it.each(['coffee', 'Coffee', ' COFFEE '])(
  'answers %j in the US with the recorded page and an empty second one',
  async (q) => {
    expect((await search(`q=${q}&gl=us&hl=en`)).json()).toEqual(fixture)
    const second = await read(`q=${q}&start=10`)
    expect(second.error).toBe("Google hasn't returned any results for this query.")
    expect(second).not.toHaveProperty('organic_results')
  },
)

it('counts positions from 1 on every page, and follows its own next links to the end', async () => {
  let next: string | undefined = `${sandbox.url()}/serpapi/search?q=garden+chairs`
  const links: string[] = []
  let pages = 0
  while (next !== undefined) {
    const page = answer.parse((await call(`${next}&api_key=k`)).json())
    const found = page.organic_results ?? []
    expect(found.map((item) => item.position)).toEqual(found.map((_, i) => i + 1))
    links.push(...found.map((item) => item.link))
    expect(page.serpapi_pagination?.current).toBe(++pages)
    next = page.serpapi_pagination?.next
  }
  expect(links.length).toBeGreaterThanOrEqual(100)
  expect(new Set(links).size).toBe(links.length)
})

it('gives ten results a page whatever num says', async () => {
  expect((await read('q=garden+chairs&num=100')).organic_results).toHaveLength(10)
})

it('has the keys of a recorded answer', async () => {
  const page = await read('q=garden+chairs')
  const keys = [
    'search_metadata',
    'search_parameters',
    'search_information',
    'organic_results',
    'related_questions',
    'pagination',
  ]
  for (const key of keys) {
    expect(fixture).toHaveProperty(key)
    expect(page).toHaveProperty(key)
  }
  expect(page.search_metadata.status).toBe('Success')
})

it('says that nothing was found as a success with an error text and no list', async () => {
  await call(`${sandbox.url()}/control/serp`, 'PUT', { keyword: 'nothing here', organic: [] })
  const reply = await search('q=nothing+here')
  expect(reply.status).toBe(200)
  const page = answer.parse(reply.json())
  expect(page.search_metadata.status).toBe('Success')
  expect(page.search_information.organic_results_state).toBe('Fully empty')
  expect(page.error).toMatch(/hasn't returned any results/)
  expect(page).not.toHaveProperty('organic_results')
})

it('401 without a key or with an invalid one, 400 for what it cannot read', async () => {
  expect((await call(`${sandbox.url()}/serpapi/search?q=x`)).status).toBe(401)
  expect((await call(`${sandbox.url()}/serpapi/search?q=x&api_key=invalid`)).status).toBe(401)
  for (const query of ['', 'q=%20', 'q=x&gl=usa', 'q=x&hl=!', 'q=x&device=fridge', 'q=x&start=-1']) {
    const reply = await search(query)
    expect(reply.status, query).toBe(400)
    expect(reply.json()).toEqual({ error: expect.any(String) })
  }
})
