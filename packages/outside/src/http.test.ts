import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { until } from '@rts/local/testing/until'
import { failed } from '@rts/shared/failure'
import { expect, it } from 'vitest'
import { callProvider, readProvider } from './call.ts'
import { createProviderHttp } from './http.ts'
import { answering, useScriptedProvider } from './testing/scripted-provider.ts'
import { listeningLogger, standingClock } from './testing/setting.ts'

const provider = useScriptedProvider()
const http = (timeoutMs = 10_000) =>
  createProviderHttp({ timeoutMs, maxBytes: 1_000, clock: standingClock(), logger: listeningLogger().logger })
const ask = (over: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  callProvider(http(over.timeoutMs), {
    provider: 'x',
    url: provider.url(),
    ...(over.signal ? { signal: over.signal } : {}),
  })

it('answers the body of a 200', async () => {
  provider.does(() => ({ rows: 3 }))
  expect(await ask()).toEqual({ ok: true, body: { rows: 3 } })
})

it.each([
  [401, 'auth'],
  [402, 'quota'],
  [404, 'bad_request'],
  [408, 'upstream'],
  [429, 'rate'],
  [500, 'upstream'],
] as const)('status %i is a failure of kind %s, with the time to wait', async (status, kind) => {
  provider.does(answering(status, '{}', { 'retry-after': '7' }))
  expect(await ask()).toEqual(failed('x', kind, { retryAfterSeconds: 7 }))
})

it('a body that is no JSON cannot be read', async () => {
  provider.does(answering(200, '<html>'))
  expect(await ask()).toMatchObject({ kind: 'parse' })
})

const zipped = (text: string) => (_call: unknown, response: ServerResponse) =>
  void response.setHeader('content-encoding', 'gzip').end(gzipSync(text))
const json = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

it.each<[what: string, bytes: number, play: (text: string) => Parameters<typeof provider.does>[0]]>([
  ['one that sets its own limit', 1_000, (text) => answering(200, text)],
  ['one that does, in gzip', 1_000, zipped],
  ['any other', 2_097_152, (text) => answering(200, text)],
  ['any other, in gzip', 2_097_152, zipped],
])('an answer is read up to the limit, and not a byte more: of %s', async (_what, bytes, play) => {
  const deps = { timeoutMs: 30_000, clock: standingClock(), logger: listeningLogger().logger }
  const limited = createProviderHttp({ ...deps, ...(bytes === 1_000 && { maxBytes: bytes }) })
  const askIt = () => callProvider(limited, { provider: 'x', url: provider.url() })
  provider.does(play(json(bytes)))
  expect(await askIt()).toMatchObject({ ok: true })
  provider.does(play(json(bytes + 1)))
  expect(await askIt()).toMatchObject({ ok: false, kind: 'parse' })
})

it('what is no gzip cannot be read', async () => {
  provider.does((_call, response) => void response.setHeader('content-encoding', 'gzip').end('no gzip'))
  expect(await ask()).toMatchObject({ kind: 'parse' })
})

it.each([
  ['nested as deep as it is long', '['.repeat(1_048_576) + ']'.repeat(1_048_576)],
  ['of brackets that never end', '{"a":['.repeat(349_525)],
  ['of one text that never ends', `"${'\\u0022'.repeat(349_000)}`],
])('an answer %s is an answer or none, and the next one is read', async (_what, text) => {
  const deps = { timeoutMs: 30_000, clock: standingClock(), logger: listeningLogger().logger }
  const whole = createProviderHttp(deps)
  provider.does(answering(200, text))
  const read = () => readProvider(whole, { provider: 'x', url: provider.url(), read: (body) => typeof body })
  expect(await read()).toEqual(text.endsWith(']') ? 'object' : failed('x', 'parse'))
  provider.does(() => ({ rows: 3 }))
  expect(await read()).toBe('object')
})

it('follows no redirect', async () => {
  provider.does(answering(302, '{}', { location: `${provider.url()}/elsewhere` }))
  expect(await ask()).toMatchObject({ kind: 'upstream' })
  expect(provider.calls()).toHaveLength(1)
})

it('a provider that says nothing is left when the time is over', async () => {
  provider.does(() => undefined)
  expect(await ask({ timeoutMs: 100 })).toMatchObject({ kind: 'timeout' })
})

it('a caller that stops waiting ends the call', async () => {
  provider.does(() => undefined)
  const waiting = new AbortController()
  const answer = ask({ signal: waiting.signal })
  await until('the provider is asked', () => provider.calls().length === 1)
  waiting.abort()
  expect(await answer).toMatchObject({ kind: 'timeout' })
})

it('a process that reads answers all day keeps none of them: two hundred of 400 KB are read in 40 MB', async () => {
  const body = { rows: Array.from({ length: 16_000 }, (_, i) => `a row of the answer ${i}`) }
  provider.does(() => body)
  const thread = new Worker(new URL('testing/reading-thread.ts', import.meta.url), {
    workerData: { url: provider.url(), times: 20, atOnce: 10 },
    resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 8 },
  })
  // A thread whose memory is full ends with an error, which this wait throws.
  expect(await once(thread, 'message')).toEqual([200 * 16_000])
  await thread.terminate()
})

it.each<[outcome: string, play: Parameters<typeof provider.does>[0]]>([
  ['ok', () => ({ rows: 3 })],
  ['auth', () => ({ refused: true })],
  ['not_found', answering(404, '{}')],
  ['rate', answering(429, '{}')],
  ['upstream', answering(500, 'away')],
  ['parse', answering(200, '<html>')],
])('a call is counted once, as %s', async (outcome, play) => {
  provider.does(play)
  const counted: string[] = []
  const calls = { count: (...each: [string, string]) => void counted.push(each.join(' ')) }
  const { logger } = listeningLogger()
  const client = createProviderHttp({ timeoutMs: 10_000, clock: standingClock(), logger, calls })
  const read = (body: unknown) => (Object(body).refused ? failed('x', 'auth') : { ok: true })
  await readProvider(client, { provider: 'x', url: provider.url(), read })
  expect(counted).toEqual([`x ${outcome}`])
})
