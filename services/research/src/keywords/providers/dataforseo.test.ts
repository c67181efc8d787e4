import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { expect, it } from 'vitest'
import { adapterDepsAt, wrapped } from '../../../tests/support/setting.ts'
import { createLabsIdeas, createLabsOverview, createLabsRanked } from './dataforseo-labs.ts'
import { createSearchVolume } from './dataforseo-volume.ts'

const provider = useScriptedProvider()
const deps = () => adapterDepsAt(provider.url())
const us = { country: 'us', language: 'en' }
const task = (over: object) => ({ status_code: 20000, tasks: [{ status_code: 20000, cost: 0.01, ...over }] })
const items = (list: unknown, total = 1) => task({ result: [{ total_count: total, items: list }] })
const data = (keyword: string, info: object = {}, more: object = {}) => ({ keyword, keyword_info: info, ...more })
const ideas = (query: object = {}) => createLabsIdeas(deps()).ask({ phrases: ['tea'], limit: 5, ...us, ...query })
const ranked = (limit = 10) => createLabsRanked(deps()).ask({ domain: 'a.com', limit, ...us })
const rankedItem = (keyword: string, item: object = {}, element: object = {}) => ({
  keyword_data: data(keyword),
  ranked_serp_element: {
    serp_item: { type: 'organic', rank_group: 4, rank_absolute: 9, url: 'https://a.com/', ...item },
    ...element,
  },
})

it('reads figures from where they are, and asks with numbers and codes of its own', async () => {
  provider.does(() =>
    items([
      data(
        'green tea',
        {
          search_volume: 1_300,
          cpc: 1.5,
          competition: 0.4,
          competition_level: 'MEDIUM',
          low_top_of_page_bid: 0.9,
          high_top_of_page_bid: 3,
          monthly_searches: [
            { year: 2026, month: 10, search_volume: 1_000 },
            { year: 2026, month: 9, search_volume: null },
          ],
        },
        { keyword_properties: { keyword_difficulty: 37 }, search_intent_info: { main_intent: 'commercial' } },
      ),
    ]),
  )
  expect(await ideas({ country: 'gb', language: 'pt-BR', phrases: ['50% off', 'c++', 'tea'] })).toMatchObject({
    ok: true,
    source: 'dataforseo',
    costUsd: 0.01,
    value: [
      {
        phrase: 'green tea',
        volume: 1_300,
        difficulty: 37,
        cpc: 1.5,
        competition: 0.4,
        intent: 'commercial',
        lowBid: 0.9,
        highBid: 3,
        trend: [
          { year: 2026, month: 9, volume: null },
          { year: 2026, month: 10, volume: 1_000 },
        ],
        source: 'dataforseo',
        sandbox: true,
      },
    ],
  })
  const [call] = provider.calls()
  expect(call?.headers.authorization).toMatch(/^Basic /)
  expect(JSON.parse(call?.body ?? '')).toEqual([
    { location_code: 2826, language_code: 'pt', keywords: ['tea'], limit: 5 },
  ])
})

it.each(wrapped)('a site ranks with the page itself instead of %s', async (url) => {
  provider.does(() => items([rankedItem('tea', { url })]))
  expect(await ranked()).toMatchObject({ ok: true, value: { rows: [{ position: 4, url: 'https://kopi.co.id/biji' }] } })
})

it('what is missing or outside of what it can mean is unknown, and the row stays', async () => {
  provider.does(() =>
    items([
      data(
        'tea',
        { search_volume: -1, cpc: 'much', competition: 40, monthly_searches: null },
        { keyword_properties: null },
      ),
      { keyword: 'bare' },
      { nothing: true },
    ]),
  )
  const answer = await ideas()
  const unknown = { volume: null, difficulty: null, cpc: null, competition: null, intent: null, trend: [] }
  expect(answer).toMatchObject({
    ok: true,
    value: [
      { phrase: 'tea', ...unknown },
      { phrase: 'bare', ...unknown },
    ],
  })
})

it.each([
  ['items that are null', items(null)],
  ['no search results', task({ status_code: 40501, status_message: 'No Search Results.', result: null })],
])('%s are an empty answer, no failure', async (_name, body) => {
  provider.does(() => body)
  expect(await ideas()).toMatchObject({ ok: true, value: [] })
})

it.each([
  [
    'an error in the task inside 200',
    task({ status_code: 40501, status_message: "Invalid Field: 'limit'." }),
    'bad_request',
  ],
  [
    'an error in the envelope inside 200',
    { status_code: 40200, status_message: 'Payment Required.', tasks: null },
    'quota',
  ],
  ['no task', { status_code: 20000, tasks: [] }, 'parse'],
  ['items that are all something else', items([{ a: 1 }, { b: 2 }]), 'parse'],
  ['a result that is none', task({ result: 'nothing' }), 'parse'],
])('%s is a failure', async (_name, body, kind) => {
  provider.does(() => body)
  expect(await ideas()).toMatchObject({ ok: false, kind })
})

it('a failure that was charged says so', async () => {
  provider.does(() => task({ status_code: 40101, status_message: 'Search Engine Error.', cost: 0.01 }))
  expect(await ideas()).toMatchObject({ ok: false, billed: true })
})

it.each([
  ['a page of HTML', answering(200, '<html>', {})],
  ['half a body', answering(200, '{"status_code":20000,"tasks":[{"sta')],
] as const)('%s is a failure of kind parse', async (_name, script) => {
  provider.does(script)
  expect(await ideas()).toMatchObject({ ok: false, kind: 'parse' })
})

it('a country without a code is not sent to the provider', async () => {
  expect(await ideas({ country: 'xk' })).toMatchObject({ ok: false, kind: 'unsupported', asked: false })
  expect(provider.calls()).toEqual([])
})

it('a place is the count of organic results; ads and lost ones are none', async () => {
  provider.does(() =>
    items([rankedItem('one'), rankedItem('ad', { type: 'paid' }), rankedItem('lost', {}, { is_lost: true })]),
  )
  expect(await ranked()).toMatchObject({
    value: { isWhole: true, rows: [{ phrase: 'one', position: 4, url: 'https://a.com/' }] },
  })
})

it('a phrase that is longer than any that can be tracked is left out, and the others stay', async () => {
  provider.does(() => items([rankedItem('🙂'.repeat(200)), rankedItem('a'.repeat(401)), rankedItem('tea')]))
  expect(await ranked()).toMatchObject({ value: { rows: [{ phrase: '🙂'.repeat(200) }, { phrase: 'tea' }] } })
})

it('ranks are read a thousand a call until there are no more; a page that fails leaves a part, with what it cost', async () => {
  const page = Array.from({ length: 1_000 }, (_, i) => rankedItem(`p${i}`))
  provider.does(({ body }) => items(JSON.parse(body)[0].offset === 0 ? page : page.slice(0, 3), 1_003))
  const whole = await ranked(5_000)
  expect(whole).toMatchObject({ ok: true, costUsd: 0.02, value: { isWhole: true } })
  expect(whole.ok && whole.value.rows).toHaveLength(1_003)
  expect(provider.calls().map(({ body }) => JSON.parse(body)[0])).toMatchObject([
    { offset: 0, limit: 1_000 },
    { offset: 1_000, limit: 1_000 },
  ])
  provider.does(({ body }) => (JSON.parse(body)[0].offset === 0 ? items(page, 5_000) : task({ status_code: 50000 })))
  const part = await ranked(5_000)
  expect(part).toMatchObject({ ok: true, value: { isWhole: false } })
  expect(part.ok && part.value.rows).toHaveLength(1_000)
})

it('an overview is in the first item of the result; a site that ranks nowhere is all zeros', async () => {
  const organic = {
    pos_1: 1,
    pos_2_3: 2,
    pos_4_10: 3,
    pos_11_20: 4,
    count: 30,
    etv: 12.5,
    estimated_paid_traffic_cost: 9,
  }
  const overview = () => createLabsOverview(deps()).ask({ domain: 'a.com', ...us })
  provider.does(() => items([{ metrics: { organic } }]))
  expect(await overview()).toMatchObject({
    value: { traffic: 12.5, value: 9, keywords: 30, positions: { top3: 3, top10: 6, top20: 10, top100: 30 } },
  })
  provider.does(() => items(null, 0))
  expect(await overview()).toMatchObject({ value: { traffic: 0, value: 0, keywords: 0 } })
})

it('volumes answer for their own phrase and for its spelling; of another phrase nothing is believed', async () => {
  const volumes = createSearchVolume(deps())
  const row = (keyword: string, volume: number, more: object = {}) => ({
    keyword,
    search_volume: volume,
    competition: 'HIGH',
    competition_index: 80,
    ...more,
  })
  provider.does(() => task({ result: [row('Green Tea', 90), row('colour', 50, { spell: 'color' }), row('other', 7)] }))
  const answer = await volumes.ask({ phrases: ['green tea', 'color', 'unknown', 'x'.repeat(81)], ...us })
  expect(answer).toMatchObject({
    ok: true,
    value: [
      { phrase: 'green tea', volume: 90, competition: 0.8, difficulty: null },
      { phrase: 'color', volume: 50 },
      { phrase: 'x'.repeat(81), volume: null, unsupported: true },
    ],
  })
  expect(JSON.parse(provider.calls()[0]?.body ?? '')[0].keywords).toEqual(['green tea', 'color', 'unknown'])
})
