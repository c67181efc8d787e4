import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { expect, it } from 'vitest'
import { adapterDepsAt } from '../../../tests/support/setting.ts'
import { createAutocomplete } from './autocomplete.ts'
import { createGoogleAds } from './google-ads.ts'

const provider = useScriptedProvider()
const us = { country: 'us', language: 'en' }
const metrics = {
  competition: 'HIGH',
  competitionIndex: '80',
  avgMonthlySearches: '1300',
  lowTopOfPageBidMicros: '900000',
  highTopOfPageBidMicros: '3000000',
  monthlySearchVolumes: [
    { month: 'OCTOBER', year: '2026', monthlySearches: '1000' },
    { month: 'SEPTEMBER', year: '2026', monthlySearches: '900' },
    { month: 'UNSPECIFIED', year: '2026', monthlySearches: '1' },
  ],
}
const granted = { access_token: 'access', expires_in: 3_600 }
const planner = (answer: unknown) => provider.does(({ path }) => (path.endsWith('/token') ? granted : answer))
const ads = (more: Record<string, string> = {}) => createGoogleAds(adapterDepsAt(provider.url(), more))

it('Google Ads: whole numbers are strings, bids micros, months names; a phrase without figures has none', async () => {
  planner({ results: [{ text: 'green tea', keywordIdeaMetrics: metrics }, { text: 'bare' }] })
  expect(await ads().ideas.ask({ phrases: ['tea'], limit: 50, ...us })).toMatchObject({
    ok: true,
    costUsd: 0,
    value: [
      {
        phrase: 'green tea',
        volume: 1_300,
        competition: 0.8,
        lowBid: 0.9,
        highBid: 3,
        cpc: null,
        difficulty: null,
        trend: [
          { year: 2026, month: 9, volume: 900 },
          { year: 2026, month: 10, volume: 1_000 },
        ],
        source: 'google_ads',
        sandbox: true,
      },
      { phrase: 'bare', volume: null, trend: [] },
    ],
  })
  const [, call] = provider.calls()
  expect(call).toMatchObject({
    path: '/google_ads/v26/customers/123:generateKeywordIdeas',
    headers: { authorization: 'Bearer access', 'developer-token': 'secret-developer' },
  })
  expect(JSON.parse(call?.body ?? '')).toEqual({
    geoTargetConstants: ['geoTargetConstants/2840'],
    language: 'languageConstants/1000',
    pageSize: 50,
    keywordSeed: { keywords: ['tea'] },
  })
})

it('Google Ads: bids of a customer who pays in another currency are left out', async () => {
  planner({ results: [{ text: 'tea', keywordMetrics: metrics }] })
  const answer = await ads({ GOOGLE_ADS_CURRENCY: 'IDR' }).metrics.ask({ phrases: ['tea'], ...us })
  expect(answer).toMatchObject({ value: [{ volume: 1_300, lowBid: null, highBid: null }] })
})

it('Google Ads: one token serves many calls, and is asked for anew once it was refused', async () => {
  planner({})
  const one = ads()
  for (let i = 0; i < 3; i++)
    expect(await one.metrics.ask({ phrases: ['tea'], ...us })).toMatchObject({ ok: true, value: [] })
  const tokens = () => provider.calls().filter(({ path }) => path.endsWith('/token'))
  expect(tokens()).toHaveLength(1)
  expect(tokens()[0]?.headers['content-type']).toContain('x-www-form-urlencoded')
  const refused = answering(401, '{"error":{"status":"UNAUTHENTICATED"}}')
  provider.does((call, response) => (call.path.endsWith('/token') ? granted : refused(call, response)))
  expect(await one.metrics.ask({ phrases: ['tea'], ...us })).toMatchObject({ ok: false, kind: 'auth' })
  await one.metrics.ask({ phrases: ['tea'], ...us })
  expect(tokens()).toHaveLength(2)
})

it('Google Ads: too many calls say when to come again; a revoked refresh token is a matter of keys', async () => {
  const exhausted = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{}, { retryDelay: '30.5s' }] } }
  provider.does((call, response) =>
    call.path.endsWith('/token') ? granted : answering(429, JSON.stringify(exhausted))(call, response),
  )
  expect(await ads().metrics.ask({ phrases: ['tea'], ...us })).toMatchObject({ kind: 'rate', retryAfterSeconds: 31 })
  provider.does(answering(400, '{"error":"invalid_grant"}'))
  expect(await ads().metrics.ask({ phrases: ['tea'], ...us })).toMatchObject({ kind: 'auth' })
})

it('Google Ads: a language without a number is not sent to the provider', async () => {
  expect(await ads().metrics.ask({ phrases: ['tea'], country: 'us', language: 'zu' })).toMatchObject({
    kind: 'unsupported',
    asked: false,
  })
  expect(provider.calls()).toEqual([])
})

const adapter = () => createAutocomplete(adapterDepsAt(provider.url()), 0)

it('autocomplete: proposals without any figure, the seed among them, each once', async () => {
  provider.does(() => ['tea', ['tea near me', 'tea'], [], {}])
  const answer = await adapter().ask({
    phrases: ['tea'],
    limit: 50,
    country: 'gb',
    language: 'he',
  })
  expect(answer).toMatchObject({
    ok: true,
    value: [
      { phrase: 'tea', volume: null, source: 'autocomplete' },
      { phrase: 'tea near me', volume: null, difficulty: null, cpc: null },
    ],
  })
  expect(Object.fromEntries(provider.calls()[0]?.query ?? [])).toEqual({
    client: 'firefox',
    q: 'tea',
    hl: 'iw',
    gl: 'uk',
  })
})

it('autocomplete: a single seed is asked for with each letter behind it, 27 calls in all; several seeds are not', async () => {
  provider.does(({ query }) => [query.get('q'), [`${query.get('q')}x`]])
  const one = await adapter().ask({ phrases: ['tea'], limit: 100, ...us })
  expect(provider.calls().map(({ query }) => query.get('q'))).toEqual([
    'tea',
    ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `tea ${letter}`),
  ])
  expect(one.ok && one.value.map(({ phrase }) => phrase).slice(0, 4)).toEqual(['tea', 'teax', 'tea ax', 'tea bx'])
  expect(one.ok && one.value).toHaveLength(28)
  const before = provider.calls().length
  await adapter().ask({ phrases: ['tea', 'mate', 'cups', 'pots', 'mugs', 'jars'], limit: 100, ...us })
  expect(provider.calls().length - before).toBe(5)
})

it('autocomplete: what has come stays when a letter is refused, and no further one is asked for', async () => {
  provider.does((request, response) =>
    request.query.get('q') === 'tea c'
      ? answering(429, '<html>')(request, response)
      : [request.query.get('q'), ['tea cup']],
  )
  const answer = await adapter().ask({ phrases: ['tea'], limit: 100, ...us })
  expect(answer.ok && answer.value.map(({ phrase }) => phrase)).toEqual(['tea', 'tea cup'])
  expect(provider.calls().at(-1)?.query.get('q')).toBe('tea c')
})

it.each([
  ['a page that asks for a captcha', answering(200, '<html>captcha'), 'parse'],
  ['a refusal of one who asks too much', answering(403, '<html>'), 'rate'],
  ['another form', answering(200, '{"suggestions":[]}'), 'parse'],
] as const)('autocomplete: %s', async (_name, script, kind) => {
  provider.does(script)
  const answer = await adapter().ask({ phrases: ['tea'], limit: 5, ...us })
  expect(answer).toMatchObject({ ok: false, kind })
})
