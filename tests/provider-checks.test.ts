import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Exchange, exchangeRow } from '@rts/shared/contract/rows/provider-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestSystem, type TestSystem } from './support/system.ts'

const root = path.resolve(import.meta.dirname, '..')
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({
    env: {
      SERP_PROVIDERS:
        'dataforseo,serpapi,serper,valueserp,searchapi,hasdata,spaceserp,serply,brightdata,oxylabs,searxng',
      KEYWORD_PROVIDERS: 'dataforseo,google_ads,autocomplete',
      AI_ENGINES: 'openai,perplexity,anthropic,compatible',
      SERP_DAILY_BUDGET_USD: '0.2',
    },
  })
}, 120_000)
afterAll(() => system.remove())
beforeEach(() => control('POST', 'reset', {}))

async function control(method: string, name: string, body: object): Promise<void> {
  const answer = await fetch(`${system.connection.sandboxUrl}/control/${name}`, { method, body: JSON.stringify(body) })
  expect([name, answer.status]).toEqual([name, 200])
}

type Check = { provider: string; capability: string; problems: string[]; ms: number; chargedUsd: number | null }
type Run = { status: number | null; said: string; checks: Check[]; off: string[]; notSet: string[] }

/** `providers check`, as the operator runs it. */
async function check(...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, ['packages/local/src/admin.ts', 'providers', 'check', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: system.folder },
  })
  const [answer, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (answer === '') throw new Error(said)
  const { checks, notSet }: Pick<Run, 'checks' | 'notSet'> = JSON.parse(answer)
  const off = checks.flatMap((each) =>
    each.problems.map((problem) => `${each.provider} ${each.capability}: ${problem}`),
  )
  return { said, checks, off, notSet, status: child.exitCode ?? (await once(child, 'exit'))[0] }
}

async function recordOf(...args: string[]): Promise<Exchange[]> {
  const file = path.join(system.folder, 'recorded.json')
  await check(...args, '--record', file)
  return z.strictObject({ exchanges: z.array(exchangeRow) }).parse(JSON.parse(readFileSync(file, 'utf8'))).exchanges
}

/** The recorded answers, every one without a field at any depth. */
function without(field: string, exchanges: Exchange[]): Exchange[] {
  return JSON.parse(JSON.stringify(exchanges, (name, value) => (name === field ? undefined : value)))
}

it('says which providers are on and what a check costs at most, asks each that is on, and finds all that we read', async () => {
  const { status, said, checks, off, notSet } = await check()
  expect(off).toEqual([])
  expect(status).toBe(0)
  const [head, ...lines] = said.split('\n')
  expect([head, lines[2], lines[6]]).toEqual([
    'Providers:',
    '  keyword data    on: dataforseo (simulated), google_ads (simulated), autocomplete (simulated)',
    '  payments        on: midtrans (simulated)',
  ])
  expect(lines[7]).toMatch(/^29 questions; they cost 0\.\d+ USD at most$/)
  expect(checks).toHaveLength(29)
  expect(checks).toContainEqual(
    expect.objectContaining({
      service: 'projects',
      provider: 'dataforseo',
      capability: 'results page',
      sandbox: true,
      status: 200,
      heldUsd: 0.002,
      chargedUsd: 0.002,
      locale: expect.objectContaining({ location_code: '2840', language_code: 'en' }),
      fields: expect.arrayContaining(['tasks[].result[].items[].rank_group', 'tasks[].result[].items[].url']),
    }),
  )
  expect(notSet).toEqual(['gemini: answers'])
})

it('the sandbox plays what was recorded, and a field that is gone from it is named', async () => {
  const exchanges = await recordOf('--provider', 'serper')
  expect(exchanges[0]).toMatchObject({ provider: 'serper', method: 'POST', status: 200 })
  await control('PUT', 'recorded', { exchanges })
  expect(await check('--provider', 'serper')).toMatchObject({ status: 0, off: [] })
  await control('PUT', 'recorded', { exchanges: without('link', exchanges) })
  const { status, off } = await check('--provider', 'serper')
  expect(off).toContain('serper results page: the field organic[].link is missing')
  expect(status).toBe(1)
})

it('a figure that would only become unknown is named too', async () => {
  const exchanges = await recordOf('--provider', 'google_ads')
  expect(JSON.stringify(exchanges)).not.toContain('1234567890')
  expect(exchanges.map((each) => each.body)).toContainEqual(expect.objectContaining({ access_token: '*' }))
  await control('PUT', 'recorded', { exchanges: without('avgMonthlySearches', exchanges) })
  expect(await check('--provider', 'google_ads')).toMatchObject({
    status: 1,
    off: [
      'google_ads keyword ideas: the field results[].keywordIdeaMetrics.avgMonthlySearches is missing',
      'google_ads search volume: the field results[].keywordMetrics.avgMonthlySearches is missing',
    ],
  })
})

it('a refused key, another country and a slow provider are seen', async () => {
  const refused = {
    provider: 'serper',
    method: 'POST',
    path: '/search',
    status: 403,
    body: { message: 'Unauthorized.' },
  }
  await control('PUT', 'recorded', { exchanges: [refused] })
  expect((await check('--provider', 'serper')).off).toEqual(['serper results page: the key is refused'])

  await control('POST', 'reset', {})
  const german = JSON.parse(JSON.stringify(await recordOf('--provider', 'serper')).replaceAll('"gl":"us"', '"gl":"de"'))
  await control('PUT', 'recorded', { exchanges: german })
  expect((await check('--provider', 'serper')).off).toEqual([
    'serper results page: it answered for another place: gl de',
  ])

  await control('POST', 'reset', {})
  await control('POST', 'fail', { provider: 'serper', mode: 'slow', times: 1 })
  const [slow] = (await check('--provider', 'serper')).checks
  expect(slow?.ms).toBeGreaterThanOrEqual(1_500)
})

it('what checks cost is booked, and counts towards the day', async () => {
  for (let i = 0; i < 6; i++) await check('--provider', 'serpapi')
  expect((await check('--provider', 'serpapi')).off).toEqual([
    'serpapi results page: the day’s budget has no room for it',
  ])
})

it('an unknown provider asks nothing, and names those that are known', async () => {
  await expect(check('--provider', 'bing2')).rejects.toThrow(/--provider: unknown; known: dataforseo, .*xendit/)
})
