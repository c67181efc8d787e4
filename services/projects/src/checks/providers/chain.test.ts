import { pocketOf } from '@rts/outside/testing/pocket'
import { type Script, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { expect, it } from 'vitest'
import { createPagePrice, createSerpSource } from './chain.ts'
import { dataForSeoPrice } from './dataforseo.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()
const query = queryFor('tea', { depth: 1 })
const serperPage = { organic: [{ link: 'https://a.com/' }] }

function chain(names: Parameters<typeof providersList>, over: Record<string, string> = {}) {
  const clock = standingClock()
  const { logger } = listeningLogger()
  const config = settingAt(provider.url(), { ...providersList(...names), ...over })
  return { clock, source: createSerpSource(config, { clock, logger }) }
}
/** Answers with the script named by the first part of the path. */
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

it('the last failure is reported when all fail, billed when any was', async () => {
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
  provider.does(each({ serper: status(500), searxng: status(200, { results: [{ url: 'https://site1.com/' }] }) }))
  const { source, clock } = chain(['serper', 'searxng'])
  for (let i = 0; i < 8; i++) expect(await source.ask(query)).toMatchObject({ ok: true, source: 'searxng' })
  expect(asked().filter((name) => name === 'serper')).toHaveLength(5)
  clock.pass(30_000)
  provider.does(each({ serper: status(200, serperPage) }))
  expect(await source.ask(query)).toMatchObject({ ok: true, source: 'serper' })
})

it('a check that its budget cannot pay for goes to the next provider, or fails with the time of the next day', async () => {
  const price = { SERPER_PAGE_USD: '0.001' }
  const budget = pocketOf(0.0025)
  provider.does(
    each({ serper: status(200, serperPage), searxng: status(200, { results: [{ url: 'https://site1.com/' }] }) }),
  )
  const { source } = chain(['serper'], price)
  const ask = () => source.ask(query, undefined, budget)
  await ask()
  await ask()
  expect(await ask()).toEqual({
    ok: false,
    source: 'serper',
    kind: 'budget',
    retryAfterSeconds: 14 * 3600,
    billed: false,
    costUsd: 0,
    asked: false,
  })
  expect(budget.spentUsd()).toBeCloseTo(0.002, 9)
  expect(await chain(['serper', 'searxng'], price).source.ask(query, undefined, budget)).toMatchObject({
    ok: true,
    source: 'searxng',
  })
})

it('a page carries what was paid before it for nothing', async () => {
  const charged = { status_code: 20000, tasks: [{ id: 't', status_code: 40101, result: null }] }
  provider.does(each({ dataforseo: status(200, charged), serper: status(200, serperPage) }))
  const paid = { SERPER_PAGE_USD: '0.001' }
  const result = await chain(['dataforseo', 'serper'], paid).source.ask(query)
  expect(result).toMatchObject({ ok: true, costUsd: expect.closeTo(0.001 + dataForSeoPrice(query, 0.002), 9) })
})

it('a breaker that is open costs nothing, whatever it repeats', async () => {
  const budget = pocketOf(1)
  provider.does(() => undefined)
  const { source } = chain(['serper'], { SERPER_PAGE_USD: '0.001', SERP_TIMEOUT_MS: '100' })
  for (let i = 0; i < 5; i++) expect(await source.ask(query, undefined, budget)).toMatchObject({ kind: 'timeout' })
  const spent = budget.spentUsd()
  expect(spent).toBeGreaterThan(0)
  expect(await source.ask(query, undefined, budget)).toMatchObject({ kind: 'timeout', costUsd: 0, asked: false })
  expect(budget.spentUsd()).toBe(spent)
})

it('the price that a person is shown is the live one of the first provider; none in the sandbox or where prices are not shown', () => {
  const deps = { clock: standingClock(), logger: listeningLogger().logger }
  const priceOf = (over: Record<string, string>) =>
    createPagePrice(settingAt(provider.url(), { ...providersList('dataforseo', 'serper'), ...over }), deps)(100)
  expect(priceOf({})).toBeCloseTo(0.0155, 9)
  expect(priceOf({ SERP_SHOW_PRICES: 'off' })).toBeNull()
  expect(priceOf({ SANDBOX_URL: provider.url() })).toBeNull()
  expect(priceOf({ SERP_PROVIDERS: '' })).toBeNull()
})
