import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { call, useSandbox } from '@rts/sandbox/testing/client'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readArticle } from '../answers.ts'
import { writerConfigIssues, writerVariables } from '../config.ts'
import { messagesFor } from '../rules/prompt.ts'
import { createWriter } from './writer.ts'

const sandbox = useSandbox()
const provider = useScriptedProvider()
const { logger, written } = listeningLogger()
const clock = standingClock()
const schema = z.object({ ...writerVariables, SANDBOX_URL: z.string().optional() })

function writer(over: Record<string, string> = {}) {
  const at = { WRITER_BASE_URL: `${sandbox.url()}/writer/v1`, WRITER_MODEL: 'simulated', WRITER_API_KEY: 'secret-key' }
  const config = schema.parse({ SANDBOX_URL: sandbox.url(), WRITER_TIMEOUT_MS: '1000', ...at, ...over })
  const made = createWriter(config, { clock, logger })
  if (!made) throw new Error('a writer is configured')
  return made
}
const scripted = () => ({ WRITER_BASE_URL: `${provider.url()}/v1`, WRITER_PRICE: '1/10' })
const facts = {
  keyword: 'moka pot',
  country: 'us',
  language: 'en',
  context: null,
  name: 'Shop',
  domain: 'shop.example',
  keywords: [],
  pages: [],
  questions: [],
  competitors: [],
}
const messages = messagesFor('article', facts)

describe('the writer of the sandbox', () => {
  it('answers JSON about what the data says, the same each time, and says that it is the sandbox', async () => {
    const answer = await writer().ask(messages)
    expect(answer).toMatchObject({
      ok: true,
      source: 'writer',
      sandbox: true,
      value: { model: 'simulated', isCut: false },
    })
    expect(answer.ok && JSON.parse(answer.value.text)).toMatchObject({ title: 'Moka pot: a short guide' })
    expect(await writer().ask(messages)).toEqual(answer)
    const plan = await writer().ask(messagesFor('plan', { ...facts, questions: ['Why moka?'] }))
    expect(plan.ok && JSON.parse(plan.value.text)).toMatchObject({
      outline: [{}, { heading: 'Why moka?', level: 3 }, {}],
    })
  })

  it.each(['en', 'id', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'ja', 'zh-TW'])(
    'writes in the language of the brief: %s',
    async (language) => {
      const answer = await writer().ask(messagesFor('article', { ...facts, language, questions: ['Why?', 'How?'] }))
      expect(answer.ok && (await readArticle(answer.value.text, language))).toMatchObject({ ok: true })
    },
  )

  it.each([
    ['http500', 'upstream'],
    ['timeout', 'timeout'],
    ['garbage', 'parse'],
    ['empty', 'parse'],
    ['quota', 'quota'],
    ['rate', 'rate'],
  ])('%s is a failure of kind %s', async (mode, kind) => {
    await call(`${sandbox.url()}/control/fail`, 'POST', { provider: 'writer', mode })
    expect(await writer().ask(messages)).toMatchObject({ ok: false, kind, source: 'writer' })
  })

  it('a wrong key is a failure of kind auth, and no key is in the log', async () => {
    expect(await writer({ WRITER_API_KEY: 'invalid' }).ask(messages)).toMatchObject({ ok: false, kind: 'auth' })
    expect(written()).not.toContain('secret-key')
  })
})

describe('any writer', () => {
  const choice = (content: string, more: object = {}) => ({
    choices: [{ finish_reason: 'stop', message: { content } }],
    ...more,
  })

  it('costs what its tokens cost; without a price or a count the cost is unknown', async () => {
    const usage = { prompt_tokens: 100_000, completion_tokens: 50_000 }
    provider.does(() => choice('x', { usage, model: 'm-1' }))
    expect(await writer(scripted()).ask(messages)).toMatchObject({
      costUsd: 0.6,
      sandbox: false,
      value: { model: 'm-1' },
    })
    expect(await writer({ WRITER_BASE_URL: scripted().WRITER_BASE_URL }).ask(messages)).toMatchObject({ costUsd: null })
    provider.does(() => choice('x'))
    expect(await writer(scripted()).ask(messages)).toMatchObject({ costUsd: null, value: { model: 'simulated' } })
    expect(writer({ WRITER_ANSWER_USD: '0.25' }).priceUsd(messages)).toBe(0.25)
  })

  it('is asked only for what every server knows, and needs no key', async () => {
    provider.does(() => choice('x'))
    const { WRITER_BASE_URL, WRITER_MODEL } = { ...scripted(), WRITER_MODEL: 'm' }
    await createWriter(schema.parse({ WRITER_BASE_URL, WRITER_MODEL }), { clock, logger })?.ask(messages)
    const [asked] = provider.calls()
    expect(asked?.path).toBe('/v1/chat/completions')
    expect(asked?.headers).not.toHaveProperty('authorization')
    expect(JSON.parse(asked?.body ?? '')).toEqual({ model: 'm', messages })
  })

  it('that was cut says so; one that is busy says when to come again', async () => {
    provider.does(() => ({ choices: [{ finish_reason: 'length', message: { content: 'Half' } }] }))
    expect(await writer(scripted()).ask(messages)).toMatchObject({ ok: true, value: { isCut: true } })
    provider.does(answering(429, '{}', { 'retry-after': '7' }))
    expect(await writer(scripted()).ask(messages)).toMatchObject({ ok: false, kind: 'rate', retryAfterSeconds: 7 })
  })

  it('whose answer has no end is cut off', async () => {
    const answerOf = (bytes: number) => JSON.stringify(choice('x'.repeat(bytes - JSON.stringify(choice('')).length)))
    provider.does(answering(200, answerOf(1_048_576)))
    expect(await writer(scripted()).ask(messages)).toMatchObject({ ok: true })
    provider.does(answering(200, answerOf(1_048_577)))
    expect(await writer(scripted()).ask(messages)).toMatchObject({ ok: false, kind: 'parse' })
  })
})

describe('the variables', () => {
  const issues = (given: Record<string, string>) => writerConfigIssues(schema.parse(given))

  it('without an address there is no writer; an address needs a model, and a model an address', () => {
    expect(createWriter(schema.parse({}), { clock, logger })).toBe(null)
    expect(issues({})).toEqual([])
    expect(issues({ WRITER_MODEL: 'm' })).toEqual([
      { variable: 'WRITER_BASE_URL', message: 'is needed because WRITER_MODEL is set' },
    ])
    expect(issues({ WRITER_BASE_URL: 'http://a' })).toMatchObject([{ variable: 'WRITER_MODEL' }])
  })

  it.each([
    ['WRITER_PRICE', '1'],
    ['WRITER_BASE_URL', 'ftp://a'],
    ['WRITER_LINK_HOSTS', 'good.example.com,no host'],
    ['WRITER_ANSWER_USD', '-1'],
  ])('%s is refused as %s', (variable, value) => {
    expect(schema.safeParse({ [variable]: value }).success).toBe(false)
  })
})
