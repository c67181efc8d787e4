import { expect, it } from 'vitest'
import { z } from 'zod'
import { call, useSandbox } from '../../testing/client.ts'

const sandbox = useSandbox()
const auth = { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` }
const envelope = z.looseObject({
  status_code: z.int(),
  tasks: z
    .array(
      z.looseObject({
        status_code: z.int(),
        status_message: z.string(),
        cost: z.number(),
        result: z.array(z.looseObject({ items: z.array(z.any()).nullish() })).nullable(),
      }),
    )
    .nullable(),
})
async function ask(path: string, ...tasks: object[]) {
  const body = tasks.map((task) => ({ location_code: 2840, language_code: 'en', ...task }))
  const reply = await call(`${sandbox.url()}/dataforseo/v3/${path}/live`, 'POST', body, auth)
  const read = envelope.parse(reply.json())
  return { ...read, first: read.tasks?.[0], items: read.tasks?.[0]?.result?.[0]?.items ?? null }
}
const labs = (name: string, task: object) => ask(`dataforseo_labs/google/${name}`, task)

it('ideas are around the seeds, paged, with their figures where the provider has them, and cost by the row', async () => {
  const { items, first } = await labs('keyword_ideas', { keywords: ['Fair  Trade Tea', 'mugs'], limit: 4, offset: 1 })
  expect(items?.map(({ keyword }) => keyword)).toEqual([
    'mugs',
    'best fair trade tea',
    'best mugs',
    'fair trade tea near me',
  ])
  expect(items?.[0]).toMatchObject({
    keyword_info: { search_volume: expect.any(Number), monthly_searches: expect.any(Array) },
    keyword_properties: { keyword_difficulty: expect.any(Number) },
    search_intent_info: { main_intent: expect.any(String) },
  })
  expect(first?.cost).toBe(0.01248)
})

it('a site ranks here where its results pages show it, and nowhere else', async () => {
  const { items } = await labs('ranked_keywords', { target: 'peets.com', limit: 1_000 })
  const coffee = items?.find(({ keyword_data }) => keyword_data.keyword === 'coffee')
  expect(coffee?.ranked_serp_element.serp_item).toMatchObject({ rank_group: 3, url: 'https://www.peets.com/' })
  await call(`${sandbox.url()}/control/serp`, 'PUT', { keyword: 'Odd Phrase', organic: ['https://shop.peets.com/odd'] })
  const after = await labs('ranked_keywords', { target: 'peets.com', limit: 1 })
  expect(after.items?.[0].keyword_data.keyword).toBe('odd phrase')
})

it('a site that ranks nowhere has items null; a bad field is named in the task', async () => {
  expect((await labs('ranked_keywords', { target: 'nobody.example' })).items).toBeNull()
  const { first } = await labs('ranked_keywords', { target: 'https://www.peets.com' })
  expect(first).toMatchObject({ status_code: 40501, status_message: "Invalid Field: 'target'." })
})

it('volumes come one row a keyword', async () => {
  const { first } = await ask('keywords_data/google_ads/search_volume', { keywords: ['coffee', 'mugs'] })
  expect(first?.result).toMatchObject([
    { keyword: 'coffee', search_volume: expect.any(Number), competition_index: expect.any(Number) },
    { keyword: 'mugs' },
  ])
})
