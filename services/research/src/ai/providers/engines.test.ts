import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { call, useSandbox } from '@rts/sandbox/testing/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { wrapped } from '../../../tests/support/setting.ts'
import { type EngineName, engineConfigIssues, engineNames, engineSettings, engineVariables } from '../config.ts'
import { detectMentions } from '../rules/testing/detect.ts'
import { createEngines } from './engines.ts'

const sandbox = useSandbox()
const { logger, written } = listeningLogger()
const clock = standingClock()
const schema = z.object({ ...engineVariables, SANDBOX_URL: z.string().optional() })

function configured(over: Record<string, string> = {}) {
  const of = (name: string, key = 'secret-key') => ({
    [`${name}_API_KEY`]: key,
    [`${name}_MODEL`]: 'simulated',
    [`${name}_BASE_URL`]: `${sandbox.url()}/${name.toLowerCase()}${name === 'COMPATIBLE' ? '/v1' : ''}`,
  })
  return schema.parse({
    SANDBOX_URL: sandbox.url(),
    AI_ENGINES: engineNames.join(),
    AI_TIMEOUT_MS: '1000',
    OPENAI_PRICE: '1/10/0.01',
    ...Object.assign({}, ...engineNames.map((name) => of(name.toUpperCase()))),
    ...over,
  })
}
function engine(name: EngineName, over: Record<string, string> = {}) {
  const made = createEngines(configured(over), { clock, logger, wait: async () => {} }).get(name)
  if (!made) throw new Error(`no ${name}`)
  return made
}
const control = (path: string, method: string, body: unknown) => call(`${sandbox.url()}/control/${path}`, method, body)

const prompt = 'What is the best garden gnome?'
const query = { prompt, country: 'us' }

describe.each(engineNames)('%s of the sandbox', (name) => {
  beforeEach(async () => {
    const citations = ['https://www.notion.so/product', 'https://obsidian.md/']
    await control('answers', 'PUT', { prompt, text: 'Obsidian is fine; Notion is better.', citations })
  })

  it('answers text, citations in their order, model and tokens, and says that it is the sandbox', async () => {
    const answer = await engine(name).ask(query)
    expect(answer).toMatchObject({ ok: true, source: name, sandbox: true })
    if (!answer.ok) return
    const { value } = answer
    expect(value).toMatchObject({ text: 'Obsidian is fine; Notion is better.', model: expect.stringMatching(/./) })
    expect(value.inputTokens).toBeGreaterThan(0)
    expect(value.outputTokens).toBeGreaterThan(0)
    expect(value.searched).toBe(name !== 'compatible')
    const own = { brand: 'Notion', domain: 'notion.so', aliases: [] }
    const rivals = [{ brand: 'Obsidian', domain: 'obsidian.md', aliases: [] }]
    expect(detectMentions({ ...own, rivals, ...value })).toEqual({
      mentioned: true,
      cited: true,
      position: 2,
      citationPosition: 1,
    })
  })

  it.each(wrapped)('cites the page of %s at its own address, once', async (url) => {
    const page = 'https://kopi.co.id/biji'
    await control('answers', 'PUT', { prompt, text: `Kopi, as ${url} says.`, citations: [url, page] })
    const answer = await engine(name).ask(query)
    if (!answer.ok) throw new Error(answer.kind)
    const urls = answer.value.citations.map(({ url }) => url)
    // `compatible` cites only from its text; Gemini's are redirects.
    if (name !== 'compatible' && name !== 'gemini') expect(urls).toEqual([page])
    const own = { brand: 'Kopi', domain: 'kopi.co.id', aliases: [] }
    expect(detectMentions({ ...own, rivals: [], ...answer.value })).toMatchObject({ cited: true })
  })

  it.each([
    ['http500', 'upstream'],
    ['timeout', 'timeout'],
    ['garbage', 'parse'],
    ['empty', 'parse'],
    ['quota', 'quota'],
    ['rate', 'rate'],
    ['cut', 'upstream'],
  ])('%s is a failure of kind %s', async (mode, kind) => {
    await control('fail', 'POST', { provider: name, mode })
    expect(await engine(name).ask(query)).toMatchObject({ ok: false, kind, source: name })
  })

  it('names who ranks for what is asked, the same each time, until the day changes', async () => {
    const other = { prompt: 'Which is the best tea pot?', country: 'us' }
    const first = await engine(name).ask(other)
    const again = await engine(name).ask(other)
    expect(first.ok && first.value.citations.length).toBeGreaterThan(0)
    expect(first).toEqual(again)
  })

  it('never writes its key to the log', async () => {
    await engine(name, { [`${name.toUpperCase()}_API_KEY`]: 'invalid' }).ask(query)
    expect(written()).not.toContain('secret-key')
  })

  it('a wrong key is a failure of kind auth', async () => {
    const result = await engine(name, { [`${name.toUpperCase()}_API_KEY`]: 'invalid' }).ask(query)
    expect(result).toMatchObject({ ok: false, kind: 'auth' })
  })
})

it('costs what its tokens and searches cost, or the engine’s own figure, or null', async () => {
  await control('answers', 'PUT', { prompt, text: 'x'.repeat(400), citations: [] })
  const costs = await Promise.all(
    (['openai', 'perplexity', 'gemini'] as const).map(async (name) => {
      const answer = await engine(name).ask(query)
      return answer.ok ? answer.costUsd : undefined
    }),
  )
  expect(costs).toEqual([((400 + prompt.length) * 1 + 100 * 10) / 1e6 + 0.01, 0.006, null])
})

it('Gemini’s limit of a day rests until the next day there', async () => {
  await control('fail', 'POST', { provider: 'gemini', mode: 'day' })
  const answer = await engine('gemini').ask(query)
  expect(answer).toMatchObject({ ok: false, kind: 'rate' })
  expect(answer.ok || (answer.retryAfterSeconds ?? 0)).toBeGreaterThan(60)
})

it('an engine without a model or a price of its own has today’s, a model that we do not know no price', () => {
  const config = (over: object = {}) => schema.parse({ OPENAI_API_KEY: 'k', ...over })
  for (const name of engineNames.filter((each) => each !== 'compatible'))
    expect(engineSettings(config(), name)).toMatchObject({
      model: expect.any(String),
      price: { input: expect.any(Number) },
    })
  expect(engineSettings(config({ OPENAI_MODEL: 'gpt-5' }), 'openai').price).toBeNull()
  expect(engineSettings(config({ OPENAI_PRICE: '3/4/5' }), 'openai').price).toEqual({ input: 3, output: 4, search: 5 })
})

it('a listed engine without its key or its model is named', () => {
  const config = schema.parse({ AI_ENGINES: 'openai,compatible' })
  const missing = (variable: string, engine: string) => ({
    variable,
    message: `is needed because AI_ENGINES lists ${engine}`,
  })
  expect(engineConfigIssues(config)).toEqual([
    missing('OPENAI_API_KEY', 'openai'),
    missing('COMPATIBLE_BASE_URL', 'compatible'),
    missing('COMPATIBLE_MODEL', 'compatible'),
  ])
})
