import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { configAt } from '../../../tests/support/setting.ts'
import { keywordConfigIssues } from '../config.ts'
import { createKeywordSources } from './keyword-sources.ts'

let sandbox: RunningSandbox
const control = (path: string, body: object = {}) =>
  fetch(`${sandbox.url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
beforeAll(async () => {
  sandbox = await startSandbox({ clock: () => new Date() })
})
beforeEach(() => control('reset'))
afterAll(() => sandbox.close())

function sources(providers: string) {
  const { logger, written } = listeningLogger()
  const made = createKeywordSources(configAt(sandbox.url, { KEYWORD_PROVIDERS: providers }), {
    clock: standingClock(),
    logger,
  })
  return { ...made, written }
}
const us = { country: 'us', language: 'en' }

it('the real adapters read the sandbox’s formats: ideas of all providers together, each row by its source', async () => {
  const answer = await sources('dataforseo,google_ads,autocomplete').ideas?.ask({ phrases: ['mugs'], limit: 20, ...us })
  expect(answer).toMatchObject({ ok: true, sources: ['dataforseo', 'google_ads', 'autocomplete'], sandbox: true })
  const rows = answer?.ok ? answer.value : []
  expect(rows[0]).toMatchObject({ phrase: 'mugs', volume: expect.any(Number), difficulty: expect.any(Number) })
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['dataforseo', 'autocomplete']))
  const planner = await sources('google_ads').ideas?.ask({ phrases: ['mugs'], limit: 20, ...us })
  expect(planner?.ok && planner.value[0]).toMatchObject({ volume: expect.any(Number), source: 'google_ads' })
})

it('a provider that is down leaves the parts of the others; all down is a failure', async () => {
  const made = sources('dataforseo,autocomplete')
  await control('fail', { provider: 'dataforseo', mode: 'http500' })
  expect(await made.ideas?.ask({ phrases: ['mugs'], limit: 20, ...us })).toMatchObject({
    ok: true,
    sources: ['autocomplete'],
    failures: [{ source: 'dataforseo', kind: 'upstream' }],
  })
  await control('fail', { provider: 'autocomplete', mode: 'garbage' })
  expect(await made.ideas?.ask({ phrases: ['mugs'], limit: 20, ...us })).toMatchObject({ ok: false })
})

it('metrics come from the first that answers', async () => {
  const made = sources('dataforseo,google_ads')
  expect(await made.metrics?.ask({ phrases: ['mugs'], ...us })).toMatchObject({ source: 'dataforseo' })
  await control('fail', { provider: 'dataforseo', mode: 'quota' })
  expect(await made.metrics?.ask({ phrases: ['mugs'], ...us })).toMatchObject({ ok: true, source: 'google_ads' })
})

it('ranks and overviews are those of the results pages', async () => {
  const made = sources('dataforseo')
  const ranked = await made.ranked?.ask({ domain: 'peets.com', limit: 100, ...us })
  expect(ranked).toMatchObject({ value: { isWhole: true, rows: [{ phrase: 'coffee', position: 3 }] } })
  expect(await made.overview?.ask({ domain: 'peets.com', ...us })).toMatchObject({
    value: { keywords: 1, positions: { top3: 1 } },
  })
})

it('what no provider is listed for is null', () => {
  expect(sources('')).toMatchObject({ ideas: null, metrics: null, ranked: null, overview: null })
  expect(sources('autocomplete')).toMatchObject({ metrics: null, ranked: null })
  expect(sources('google_ads').metrics).not.toBeNull()
})

it('a listed provider without its secrets is named with the variables that it lacks', () => {
  const config = { ...configAt(sandbox.url), GOOGLE_ADS_REFRESH_TOKEN: undefined, DATAFORSEO_PASSWORD: undefined }
  expect(keywordConfigIssues(config).map(({ variable }) => variable)).toEqual([
    'DATAFORSEO_PASSWORD',
    'GOOGLE_ADS_REFRESH_TOKEN',
  ])
})

it('no secret reaches the log', async () => {
  const made = sources('dataforseo,google_ads,autocomplete')
  for (const provider of ['dataforseo', 'google_ads', 'autocomplete'])
    await control('fail', { provider, mode: 'http500' })
  await made.ideas?.ask({ phrases: ['mugs'], limit: 20, ...us })
  expect(made.written()).toContain('provider failed')
  expect(made.written()).not.toContain('secret')
})

it.each(['dataforseo', 'google_ads'])(
  '%s: a phrase that the keyword planner takes in no keyword says so, and costs the others nothing',
  async (provider) => {
    const phrases = ['mugs', 'what is tea?', 'c++', 'tea 🙂', 'a b c d e f g h i j k']
    const answer = await sources(provider).metrics?.ask({ phrases, ...us })
    const known = { volume: expect.any(Number), unsupported: false }
    const refused = { volume: null, trend: [], unsupported: true, source: provider }
    expect(answer).toMatchObject({
      ok: true,
      value: [
        { phrase: 'mugs', ...known },
        { phrase: 'what is tea?', ...refused },
        { phrase: 'c++', ...known },
        { phrase: 'tea 🙂', ...refused },
        { phrase: 'a b c d e f g h i j k', ...refused },
      ],
    })
    expect(await sources(provider).metrics?.ask({ phrases: ['50% off'], ...us })).toMatchObject({
      ok: true,
      costUsd: 0,
      value: [{ phrase: '50% off', ...refused }],
    })
    const ideas = await sources(provider).ideas?.ask({ phrases: ['tea, mugs', '50% off', 'mugs'], limit: 5, ...us })
    expect(ideas).toMatchObject({ ok: true })
  },
)

it('a phrase that Google Ads reads as a variant of another has the same figures', async () => {
  const answer = await sources('google_ads').metrics?.ask({ phrases: ['car', 'cars'], ...us })
  const rows = answer?.ok ? answer.value : []
  expect(rows.map(({ phrase }) => phrase)).toEqual(['car', 'cars'])
  expect(rows[0]?.volume).toEqual(expect.any(Number))
  expect(rows[1]?.volume).toBe(rows[0]?.volume)
})

it('a version of Google Ads’ API that has ended is named in the log', async () => {
  const { logger, written } = listeningLogger()
  const config = configAt(sandbox.url, { KEYWORD_PROVIDERS: 'google_ads', GOOGLE_ADS_API_VERSION: 'v22' })
  const { metrics } = createKeywordSources(config, { clock: standingClock(), logger })
  expect(await metrics?.ask({ phrases: ['mugs'], ...us })).toMatchObject({ ok: false, kind: 'bad_request' })
  expect(written()).toContain('"version":"v22"')
})
