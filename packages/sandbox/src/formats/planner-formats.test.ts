import { expect, it } from 'vitest'
import { call, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const bearer = { authorization: 'Bearer sandbox-access-token', 'developer-token': 'dev' }
const body = { geoTargetConstants: ['geoTargetConstants/2840'], language: 'languageConstants/1000' }
const plan = (method: string, given: object, headers: Record<string, string> = bearer) =>
  call(`${sandbox.url()}/google_ads/v26/customers/123:${method}`, 'POST', { ...body, ...given }, headers)

it('Google Ads gives a token for a refresh token, as a form', async () => {
  const form = (token: string) =>
    fetch(`${sandbox.url()}/google_ads/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    })
  expect(await (await form('mine')).json()).toMatchObject({ access_token: expect.any(String), expires_in: 3_599 })
  expect((await form('invalid')).status).toBe(400)
})

it('Google Ads writes whole numbers as strings, bids in micros, months by name', async () => {
  const ideas = await plan('generateKeywordIdeas', { keywordSeed: { keywords: ['mugs'] } })
  expect(ideas.json()).toMatchObject({
    results: expect.arrayContaining([
      {
        text: 'mugs',
        keywordIdeaMetrics: expect.objectContaining({
          avgMonthlySearches: expect.stringMatching(/^\d+$/),
          lowTopOfPageBidMicros: expect.stringMatching(/^\d+$/),
          monthlySearchVolumes: expect.arrayContaining([
            { month: 'OCTOBER', year: '2026', monthlySearches: expect.stringMatching(/^\d+$/) },
          ]),
        }),
      },
    ]),
  })
  const metrics = await plan('generateKeywordHistoricalMetrics', { keywords: ['mugs'] })
  expect(metrics.json()).toMatchObject({ results: [{ text: 'mugs', keywordMetrics: expect.any(Object) }] })
})

it('Google Ads refuses a wrong token, a missing developer token, and what it cannot read', async () => {
  expect((await plan('generateKeywordIdeas', {}, {})).status).toBe(401)
  expect((await plan('generateKeywordIdeas', {}, { authorization: bearer.authorization })).status).toBe(403)
  expect((await plan('generateKeywordIdeas', {})).status).toBe(400)
})

it('autocomplete proposes what goes on behind a letter', async () => {
  const reply = await call(`${sandbox.url()}/autocomplete/complete/search?client=firefox&q=mugs%20p`)
  expect(reply.json()).toMatchObject(['mugs p', ['mugs price', 'mugs pictures'], [], {}])
})

it('autocomplete is a list in a list, sent as JavaScript', async () => {
  const reply = await call(`${sandbox.url()}/autocomplete/complete/search?client=firefox&q=Green%20Tea&hl=en&gl=us`)
  expect(reply.headers.get('content-type')).toContain('text/javascript')
  expect(reply.json()).toMatchObject(['Green Tea', expect.arrayContaining(['green tea near me']), [], {}])
})
