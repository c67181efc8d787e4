import { createProviderHttp } from '@rts/outside/http'
import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { describe, expect, it } from 'vitest'
import { citedHost } from '../rules/citations.ts'
import { anthropicModels, createAnthropic } from './anthropic.ts'
import { createCompatible } from './compatible.ts'
import { type EngineSettings, maxOfAnswer } from './engine.ts'
import { createGemini, geminiModels } from './gemini.ts'
import { createOpenai, openaiModels } from './openai.ts'
import { createPerplexity, perplexityModels } from './perplexity.ts'

const provider = useScriptedProvider()
const clock = standingClock()
const http = createProviderHttp({ timeoutMs: 2_000, clock, logger: listeningLogger().logger })
const query = { prompt: 'Best CRM?', country: 'de' }

type Make = typeof createOpenai
const ask = (make: Make, over: Partial<EngineSettings> = {}) => engineOf(make, over).ask(query)
function engineOf(make: Make, over: Partial<EngineSettings>) {
  const settings = {
    baseUrl: provider.url(),
    key: 'k',
    model: 'm',
    price: null,
    maxUsd: 0.05,
    sandbox: false,
    ...over,
  }
  return make(settings, { http, clock, wait: async () => {} })
}
async function saying(make: Make, body: object) {
  provider.does(() => body)
  return ask(make)
}
const sent = () => JSON.parse(provider.calls().at(-1)?.body ?? 'null')
const unusable = { ok: false, billed: true }

it('keeps of an answer fifty thousand characters and two hundred sources', async () => {
  const urls = Array.from({ length: 1_000 }, (_, i) => `https://a.example/${i}`)
  const choices = [{ message: { content: 'word '.repeat(40_000) }, finish_reason: 'stop' }]
  const answer = await saying(createCompatible, { model: 'm', choices, citations: urls })
  expect(answer.ok && [answer.value.text.length, answer.value.citations.length]).toEqual([50_000, 200])
})

describe('the price of an answer', () => {
  /** Cost of an OpenAI answer, and the amount reserved for it. */
  async function costs(price: EngineSettings['price'], inputTokens: number, outputTokens: number, searches: number) {
    const usage = { input_tokens: inputTokens, output_tokens: outputTokens }
    const message = { type: 'message', content: [{ type: 'output_text', text: 'x' }] }
    const output = [...Array.from({ length: searches }, () => ({ type: 'web_search_call' })), message]
    provider.does(() => ({ usage, output }))
    const answer = await ask(createOpenai, { price })
    const held = engineOf(createOpenai, { price }).priceUsd(query)
    return { cost: answer.ok ? answer.costUsd : null, held }
  }

  it('is that of long prompts for all of its tokens, beyond the length at which it begins', async () => {
    const price = openaiModels.prices['gpt-6.1-terra'] ?? null
    expect((await costs(price, 272_000, 1_000, 0)).cost).toBeCloseTo(0.277, 6)
    expect((await costs(price, 272_001, 1_000, 0)).cost).toBeCloseTo(0.554, 5)
    const haiku = anthropicModels.prices['claude-haiku-5-5'] ?? null
    expect((await costs(haiku, 100_001, 1_000, 0)).cost).toBeCloseTo(0.0525, 5)
  })

  it.each(
    [openaiModels, anthropicModels, geminiModels, perplexityModels].flatMap(({ prices }) => Object.entries(prices)),
  )('of %s is set aside for as many tokens and searches as one may take', async (_model, price) => {
    const { inputTokens, outputTokens, searches } = maxOfAnswer
    const { cost, held } = await costs(price, inputTokens, outputTokens, searches)
    expect(held).toBeGreaterThanOrEqual(cost ?? Number.POSITIVE_INFINITY)
    expect(held).toBeGreaterThanOrEqual(0.05)
  })
})

describe('OpenAI', () => {
  const message = (content: object[]) => ({ type: 'message', content })
  const text = (words: string, annotations: object[] = []) => ({ type: 'output_text', text: words, annotations })

  it('is asked to search the web of the country, and to store nothing', async () => {
    await saying(createOpenai, { output: [] })
    expect(sent()).toEqual({
      model: 'm',
      input: 'Best CRM?',
      max_output_tokens: 16_000,
      max_tool_calls: 5,
      tool_choice: 'required',
      store: false,
      include: ['web_search_call.action.sources'],
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
    })
    expect(provider.calls()[0]?.headers.authorization).toBe('Bearer k')
  })

  it('joins messages, takes its mark off addresses, and knows whether it searched', async () => {
    const url = (end: string) => ({ type: 'url_citation', url: `https://a.example/${end}`, title: 'A' })
    const marked = [url('?utm_source=openai'), url('?b=1&utm_source=openai#c'), url('?utm_source=openai&b=1')]
    const output = [{ type: 'web_search_call' }, { type: 'reasoning', content: null }, message([text('One. ', marked)])]
    const answer = await saying(createOpenai, { model: 'm-2026', output: [...output, message([text('Two.')])] })
    expect(answer).toMatchObject({ ok: true, value: { text: 'One. Two.', model: 'm-2026', searched: true } })
    expect(answer.ok && answer.value.citations.map((each) => each.url)).toEqual([
      'https://a.example/',
      'https://a.example/?b=1#c',
      'https://a.example/?b=1',
    ])
  })

  it.each([
    ['incomplete', { status: 'incomplete', output: [message([text('Half')])] }],
    ['failed inside 200', { status: 'failed', error: { code: 'server_error' }, output: [] }],
    ['a refusal without words', { output: [message([{ type: 'refusal', refusal: 'No.' }])] }],
    ['no words', { output: [message([text('  ')])] }],
    ['a refusal after words', { output: [message([text('Well'), { type: 'refusal', refusal: 'No.' }])] }],
    ['a message that is incomplete', { output: [{ ...message([text('Half')]), status: 'incomplete' }] }],
  ])('%s is no answer, though it was charged', async (_case, body) => {
    expect(await saying(createOpenai, body)).toMatchObject(unusable)
  })
})

describe('Anthropic', () => {
  const text = (words: string, urls: string[] = []) => ({
    type: 'text',
    text: words,
    citations: urls.map((url) => ({ type: 'web_search_result_location', url, title: null })),
  })
  const found = (content: unknown) => ({ type: 'web_search_tool_result', content })
  const failure = (error_code: string) => found({ type: 'web_search_tool_result_error', error_code })

  it('is asked with the tool that does not run inside code', async () => {
    await saying(createAnthropic, { content: [text('x')] })
    expect(sent()).toMatchObject({
      messages: [{ role: 'user', content: 'Best CRM?' }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', user_location: { country: 'DE' } }],
    })
    expect(provider.calls()[0]?.headers).toMatchObject({ 'x-api-key': 'k', 'anthropic-version': '2023-06-01' })
  })

  it('joins its many blocks and cites in their order, each address once', async () => {
    const content = [
      text('A', ['https://a.example/']),
      text('B'),
      text('C', ['https://c.example/', 'https://a.example/']),
    ]
    const answer = await saying(createAnthropic, { content, stop_reason: 'end_turn' })
    const citations = [
      { url: 'https://a.example/', title: null },
      { url: 'https://c.example/', title: null },
    ]
    expect(answer).toMatchObject({ ok: true, value: { text: 'ABC', citations } })
  })

  it('goes on where it paused, and counts the tokens of all turns', async () => {
    const usage = { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: 1 } }
    provider.does(({ body }) => {
      const isFirst = JSON.parse(body).messages.length === 1
      return { content: [text(isFirst ? 'One ' : 'two')], stop_reason: isFirst ? 'pause_turn' : 'end_turn', usage }
    })
    expect(await ask(createAnthropic)).toMatchObject({
      ok: true,
      value: { text: 'One two', inputTokens: 20, outputTokens: 10, searched: true },
    })
    expect(sent().messages[1]).toMatchObject({ role: 'assistant', content: [{ text: 'One ' }] })
  })

  it('is given up after it paused five times', async () => {
    provider.does(() => ({ content: [text('…')], stop_reason: 'pause_turn' }))
    expect(await ask(createAnthropic)).toMatchObject({ ...unusable, kind: 'timeout' })
    expect(provider.calls()).toHaveLength(5)
  })

  it.each([
    ['whose every search failed', 'upstream', { content: [failure('unavailable'), text('From memory.')] }],
    ['whose searches came too fast', 'rate', { content: [failure('too_many_requests'), text('From memory.')] }],
    ['that was cut', 'upstream', { content: [text('Half')], stop_reason: 'max_tokens' }],
    ['whose window is full', 'upstream', { content: [text('Half')], stop_reason: 'model_context_window_exceeded' }],
    ['with a reason that is new', 'upstream', { content: [text('Half')], stop_reason: 'compaction' }],
    ['that is refused', 'upstream', { content: [text('I cannot')], stop_reason: 'refusal' }],
    ['without words', 'parse', { content: [] }],
  ])('an answer %s is none: %s', async (_case, kind, body) => {
    expect(await saying(createAnthropic, body)).toMatchObject({ ...unusable, kind })
  })

  it('counts an answer of which one search worked', async () => {
    const content = [
      found([{ type: 'web_search_result', url: 'https://a.example/' }]),
      failure('max_uses_exceeded'),
      text('Yes'),
    ]
    expect(await saying(createAnthropic, { content })).toMatchObject({ ok: true, value: { text: 'Yes' } })
  })
})

describe('Gemini', () => {
  const saidBy = (more: object) => ({
    candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'Yes' }] }, ...more }],
  })

  it('leaves thoughts out and reads hosts from the titles of its redirects', async () => {
    const groundingChunks = [{ web: { uri: 'https://vertexaisearch.cloud.google.com/x', title: 'a.example' } }, {}]
    const parts = [{ text: 'Hmm', thought: true }, { text: 'Yes' }]
    const groundingMetadata = { webSearchQueries: ['a', 'b'], groundingChunks }
    const usageMetadata = { promptTokenCount: 1_000_000, candidatesTokenCount: 600_000, thoughtsTokenCount: 400_000 }
    provider.does(() => ({ ...saidBy({ content: { parts }, groundingMetadata }), usageMetadata }))
    const answer = await ask(createGemini, { price: { input: 1, output: 2, search: 0.01 } })
    expect(answer).toMatchObject({ ok: true, value: { text: 'Yes', searched: true } })
    expect(answer.ok && answer.value.citations).toEqual([
      { url: 'https://vertexaisearch.cloud.google.com/x', title: 'a.example' },
    ])
    // Each query is charged; thoughts are output tokens.
    expect(answer.ok && answer.costUsd).toBeCloseTo(1 + 2 + 0.02)
    expect(provider.calls()[0]?.path).toBe('/v1beta/models/m:generateContent')
  })

  it.each([
    ['https://vertexaisearch.cloud.google.com/x', 'a.example', 'a.example'],
    ['https://www.google.com/url?q=https://a.example/1&sa=U', null, 'a.example'],
    ['https://www.google.com/goto?url=CAESogEB', 'a.example', 'a.example'],
    ['https://www.google.com/goto?url=CAESogEB', 'How to brew tea', null],
    ['/goto?url=CAESogEB', null, null],
    ['https://www.google.com/chrome/', null, 'google.com'],
  ])('%s, titled %s, is of %s', (url, title, host) => {
    expect(citedHost({ url, title })).toBe(host)
  })

  it.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' } }],
    ['an unsafe answer', saidBy({ finishReason: 'SAFETY' })],
    ['a cut answer', saidBy({ finishReason: 'MAX_TOKENS' })],
    ['only thoughts', saidBy({ content: { parts: [{ text: 'Hmm', thought: true }] } })],
  ])('%s is no answer', async (_case, body) => {
    expect(await saying(createGemini, body)).toMatchObject(unusable)
  })
})

describe('Gemini’s limits', () => {
  const limit = (quotaId: string) => {
    const details = [{ violations: [{ quotaId }] }, { retryDelay: '26.4s' }]
    const error = { status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota', details }
    return answering(429, JSON.stringify({ error }))
  }
  const whole = { candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'Yes' }] } }] }
  function gemini() {
    const waits: number[] = []
    let now = Date.parse('2026-11-23T21:00:00Z')
    const wait = async (ms: number) => {
      waits.push(ms)
      now += ms
    }
    const settings = { baseUrl: provider.url(), key: 'k', model: 'm', price: null, maxUsd: 0.05, sandbox: false }
    const engine = createGemini(settings, { http, clock: { now: () => new Date(now) }, wait })
    return { waits, ask: () => engine.ask(query), pass: (ms: number) => (now += ms) }
  }

  it('of the minute are waited for, as long as the refusal says, and the answer comes', async () => {
    let calls = 0
    provider.does((call, response) => (++calls <= 2 ? limit('RequestsPerMinutePerModel')(call, response) : whole))
    const { ask: asked, waits } = gemini()
    expect(await asked()).toMatchObject({ ok: true, value: { text: 'Yes' } })
    expect(waits).toEqual([27_000, 27_000])
  })

  it('of the minute that go on are a failure that can be tried again', async () => {
    provider.does(limit('RequestsPerMinutePerModel'))
    const { ask: asked, waits } = gemini()
    expect(await asked()).toMatchObject({ ok: false, kind: 'rate', retryAfterSeconds: 27 })
    expect(waits).toHaveLength(3)
  })

  it('of the day are not asked against until midnight in California', async () => {
    provider.does(limit('GenerateRequestsPerDayPerProjectPerModel-FreeTier'))
    const { ask: asked, waits, pass } = gemini()
    // 13:00 in California: eleven hours left.
    expect(await asked()).toMatchObject({ ok: false, kind: 'rate', retryAfterSeconds: 39_600, asked: true })
    expect(await asked()).toMatchObject({ ok: false, kind: 'rate', retryAfterSeconds: 39_600, asked: false })
    expect([waits, provider.calls().length]).toEqual([[], 1])
    pass(39_600_000)
    provider.does(() => whole)
    expect(await asked()).toMatchObject({ ok: true })
  })
})

describe('Perplexity', () => {
  const message = (text: string, annotations: object[] = []) => ({ type: 'message', content: [{ text, annotations }] })
  const results = { type: 'search_results', results: [{ url: 'https://r.example/', title: 'R' }] }

  it('is asked by model or by preset for the country, with no field that it does not know', async () => {
    const tools = [{ type: 'web_search', user_location: { country: 'DE' } }]
    await saying(createPerplexity, { output: [message('x')] })
    expect(sent()).toEqual({ model: 'm', input: 'Best CRM?', tools })
    await ask(createPerplexity, { model: 'low' })
    expect(sent()).toEqual({ preset: 'low', input: 'Best CRM?', tools })
  })

  it('cites its annotations, else its results, and says its own cost', async () => {
    const usage = { input_tokens: 1, output_tokens: 2, cost: 0.25 }
    const plain = await saying(createPerplexity, { output: [results, message('x [1]')], usage })
    expect(plain).toMatchObject({ ok: true, costUsd: 0.25, value: { citations: [{ url: 'https://r.example/' }] } })
    const annotated = await saying(createPerplexity, {
      output: [results, message('x', [{ url: 'https://a.example/' }])],
    })
    expect(annotated).toMatchObject({ ok: true, costUsd: null, value: { citations: [{ url: 'https://a.example/' }] } })
  })

  it('an incomplete answer is none', async () => {
    expect(await saying(createPerplexity, { status: 'incomplete', output: [message('x')] })).toMatchObject(unusable)
  })
})

describe('a compatible engine', () => {
  const choice = (message: object, finish_reason = 'stop') => ({ choices: [{ finish_reason, message }] })

  it.each([
    ['addresses', { ...choice({ content: 'x' }), citations: ['https://a.example/'] }],
    ['results', { ...choice({ content: 'x' }), search_results: [{ url: 'https://a.example/' }, 7] }],
    ['annotations', choice({ content: 'x', annotations: [{ url: 'https://a.example/' }] })],
    ['wrapped annotations', choice({ content: 'x', annotations: [{ url_citation: { url: 'https://a.example/' } }] })],
    ['parts of text', { ...choice({ content: [{ type: 'text', text: 'x' }] }), citations: ['https://a.example/'] }],
  ])('is read with %s', async (_case, body) => {
    const citations = [{ url: 'https://a.example/', title: null }]
    expect(await saying(createCompatible, body)).toMatchObject({
      ok: true,
      value: { text: 'x', citations, searched: false },
    })
  })

  it('needs no key', async () => {
    provider.does(() => choice({ content: 'x' }))
    await ask(createCompatible, { key: undefined })
    expect(provider.calls()[0]).toMatchObject({ path: '/chat/completions' })
    expect(provider.calls()[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each(['length', 'content_filter', 'tool_calls'])('an answer that ends by %s is none', async (reason) => {
    expect(await saying(createCompatible, choice({ content: 'Half' }, reason))).toMatchObject(unusable)
  })
})

it.each([
  ['a page', 200, '<html>', 'parse'],
  ['another object', 200, '{"a":1}', 'parse'],
  ['half an answer', 200, '{"output":[', 'parse'],
  ['too many requests', 429, '{}', 'rate'],
  ['a server error', 503, '', 'upstream'],
  ['a refused request', 400, '{}', 'bad_request'],
])('%s is a failure of every engine', async (_case, status, body, kind) => {
  provider.does(answering(status, body, { 'retry-after': '7' }))
  for (const make of [createOpenai, createAnthropic, createPerplexity, createCompatible])
    expect(await ask(make)).toMatchObject({ ok: false, kind, ...(status === 429 && { retryAfterSeconds: 7 }) })
})
