import { expect, it } from 'vitest'
import { call, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const bearer = { authorization: 'Bearer sandbox-access-token', 'developer-token': 'dev' }
const body = { geoTargetConstants: ['geoTargetConstants/2840'], language: 'languageConstants/1000' }
const plan = (method: string, given: object, headers: Record<string, string> = bearer) =>
  call(`${sandbox.url()}/google_ads/v26/customers/123:${method}`, 'POST', { ...body, ...given }, headers)

it('Google Ads writes whole numbers as strings, bids in micros, months by name', async () => {
  const digits = expect.stringMatching(/^\d+$/)
  const monthlySearchVolumes = expect.arrayContaining([{ month: 'OCTOBER', year: '2026', monthlySearches: digits }])
  const ideas = await plan('generateKeywordIdeas', { keywordSeed: { keywords: ['mugs'] } })
  const figures = { avgMonthlySearches: digits, lowTopOfPageBidMicros: digits, monthlySearchVolumes }
  const mugs = { text: 'mugs', keywordIdeaMetrics: expect.objectContaining(figures) }
  expect(ideas.json()).toMatchObject({ results: expect.arrayContaining([mugs]) })
})

it('Google Ads refuses a wrong token, a missing developer token, and what it cannot read', async () => {
  expect((await plan('generateKeywordIdeas', {}, {})).status).toBe(401)
  expect((await plan('generateKeywordIdeas', {}, { authorization: bearer.authorization })).status).toBe(403)
  expect((await plan('generateKeywordIdeas', {})).status).toBe(400)
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'invalid' })
  expect((await fetch(`${sandbox.url()}/google_ads/token`, { method: 'POST', body: form })).status).toBe(400)
})

it('autocomplete is a list in a list, sent as JavaScript', async () => {
  const reply = await call(`${sandbox.url()}/autocomplete/complete/search?client=firefox&q=Green%20Tea&hl=en&gl=us`)
  expect(reply.headers.get('content-type')).toContain('text/javascript')
  expect(reply.json()).toMatchObject(['Green Tea', expect.arrayContaining(['green tea near me']), [], {}])
})
