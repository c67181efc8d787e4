import { type Script, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { expect, it } from 'vitest'
import { type BudgetStore, createMemoryBudgetStore } from './budget.ts'
import { createSerpSource } from './chain.ts'
import { dataForSeoPrice } from './dataforseo-request.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()
const day = '2026-11-21'
const query = queryFor('tea', { depth: 1 })
const serperPage = { organic: [{ link: 'https://a.com/' }] }

function chain(names: Parameters<typeof providersList>, over: Record<string, string> = {}, budget?: BudgetStore) {
  const clock = standingClock()
  const { logger } = listeningLogger()
  const config = settingAt(provider.url(), { ...providersList(...names), ...over })
  return { clock, source: createSerpSource(config, { clock, logger, ...(budget ? { budget } : {}) }) }
}
/** Does as its first path part says. */
const each =
  (scripts: Record<string, Script>): Script =>
  (call, response) =>
    scripts[call.path.split('/')[1] ?? '']?.(call, response)
const status =
  (code: number, body: object = {}): Script =>
  (_call, response) => {
    response.statusCode = code
    return body
  }
const asked = () => provider.calls().map(({ path }) => path.split('/')[1])

it('the next provider answers when one fails, in the order of the list, a bad request included', async () => {
  provider.does(each({ valueserp: status(500), serpapi: status(400), serper: status(200, serperPage) }))
  const { source } = chain(['valueserp', 'serpapi', 'serper', 'searxng'])
  expect(await source.ask(query)).toMatchObject({ ok: true, source: 'serper' })
  expect(asked()).toEqual(['valueserp', 'serpapi', 'serper'])
})

it('the last failure is told when all fail, billed when any was', async () => {
  const charged = { status_code: 20000, tasks: [{ id: 't', status_code: 40101, result: null }] }
  provider.does(each({ dataforseo: status(200, charged), serper: status(429) }))
  expect(await chain(['dataforseo', 'serper']).source.ask(query)).toEqual({
    ok: false,
    source: 'serper',
    kind: 'rate',
    retryAfterSeconds: null,
    billed: true,
    costUsd: expect.closeTo(dataForSeoPrice(query, 0.002), 9),
    asked: true,
  })
})

it('without providers there is no provider', async () => {
  expect(await chain([]).source.ask(query)).toMatchObject({ ok: false, source: null, kind: 'no_provider' })
})

it('a provider that keeps failing is left alone for a while, then probed by one call', async () => {
  provider.does(each({ serper: status(500), searxng: status(200, { results: [] }) }))
  const { source, clock } = chain(['serper', 'searxng'])
  for (let i = 0; i < 8; i++) expect(await source.ask(query)).toMatchObject({ ok: true, source: 'searxng' })
  expect(asked().filter((name) => name === 'serper')).toHaveLength(5)
  clock.pass(30_000)
  provider.does(each({ serper: status(200, serperPage) }))
  expect(await source.ask(query)).toMatchObject({ ok: true, source: 'serper' })
})

it('a check that the day cannot pay for goes to the next provider, or fails with the time of the next day', async () => {
  const store = createMemoryBudgetStore()
  const budget = { SERP_DAILY_BUDGET_USD: '0.0025', SERPER_PAGE_USD: '0.001' }
  provider.does(each({ serper: status(200, serperPage), searxng: status(200, { results: [] }) }))
  const { source, clock } = chain(['serper'], budget, store)
  await source.ask(query)
  await source.ask(query)
  expect(await source.ask(query)).toEqual({
    ok: false,
    source: 'serper',
    kind: 'budget',
    retryAfterSeconds: 14 * 3600,
    billed: false,
    costUsd: 0,
    asked: false,
  })
  expect(await store.spent(day)).toBeCloseTo(0.002, 9)
  expect(await chain(['serper', 'searxng'], budget, store).source.ask(query)).toMatchObject({
    ok: true,
    source: 'searxng',
  })
  clock.pass(14 * 3_600_000)
  expect(await source.ask(query)).toMatchObject({ ok: true })
})

it('two checks at once cannot both take what is enough for one', async () => {
  provider.does(each({ serper: status(200, serperPage) }))
  const { source } = chain(['serper'], { SERP_DAILY_BUDGET_USD: '0.001', SERPER_PAGE_USD: '0.001' })
  const results = await Promise.all([source.ask(query), source.ask(query), source.ask(query)])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

it('a page carries what was paid before it for nothing', async () => {
  const charged = { status_code: 20000, tasks: [{ id: 't', status_code: 40101, result: null }] }
  provider.does(each({ dataforseo: status(200, charged), serper: status(200, serperPage) }))
  const paid = { SERPER_PAGE_USD: '0.001' }
  const result = await chain(['dataforseo', 'serper'], paid).source.ask(query)
  expect(result).toMatchObject({ ok: true, costUsd: expect.closeTo(0.001 + dataForSeoPrice(query, 0.002), 9) })
})

it('a breaker that is open costs nothing, whatever it repeats', async () => {
  const store = createMemoryBudgetStore()
  provider.does(() => undefined)
  const budget = { SERP_DAILY_BUDGET_USD: '1', SERPER_PAGE_USD: '0.001', SERP_TIMEOUT_MS: '100' }
  const { source } = chain(['serper'], budget, store)
  for (let i = 0; i < 5; i++) expect(await source.ask(query)).toMatchObject({ kind: 'timeout' })
  const spent = await store.spent(day)
  expect(spent).toBeGreaterThan(0)
  expect(await source.ask(query)).toMatchObject({ kind: 'timeout', costUsd: 0, asked: false })
  expect(await store.spent(day)).toBe(spent)
})
