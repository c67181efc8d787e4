import type { ServerResponse } from 'node:http'
import v8 from 'node:v8'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { until } from '@rts/local/testing/until'
import { failed } from '@rts/shared/failure'
import { expect, it } from 'vitest'
import { callProvider, readProvider } from './call.ts'
import { createProviderHttp } from './http.ts'
import { answering, useScriptedProvider } from './testing/scripted-provider.ts'
import { listeningLogger, standingClock } from './testing/setting.ts'

v8.setFlagsFromString('--expose-gc')
const gc: (options: { type: 'minor' }) => void = vm.runInNewContext('gc')
/** A collection of the young generation alone. */
const collect = () => gc({ type: 'minor' })
const heapBytes = () => v8.getHeapStatistics().used_heap_size

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

it('a body that is too large, or no JSON, cannot be read', async () => {
  provider.does(answering(200, JSON.stringify('x'.repeat(1_000))))
  expect(await ask()).toMatchObject({ kind: 'parse' })
  provider.does(answering(200, '<html>'))
  expect(await ask()).toMatchObject({ kind: 'parse' })
})

it('reads an answer in gzip, within the limit of what it becomes', async () => {
  const zipped = (body: unknown) => (_call: unknown, response: ServerResponse) =>
    void response.setHeader('content-encoding', 'gzip').end(gzipSync(JSON.stringify(body)))
  provider.does(zipped({ rows: 3 }))
  expect(await ask()).toEqual({ ok: true, body: { rows: 3 } })
  provider.does(zipped('x'.repeat(1_000)))
  expect(await ask()).toMatchObject({ kind: 'parse' })
  provider.does((_call, response) => void response.setHeader('content-encoding', 'gzip').end('no gzip'))
  expect(await ask()).toMatchObject({ kind: 'parse' })
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

it('what is not kept of a body is garbage in the next small collection, however long its reader has waited', async () => {
  const held: ServerResponse[] = []
  provider.does((_call, response) => void held.push(response))
  const big = createProviderHttp({ timeoutMs: 30_000, clock: standingClock(), logger: listeningLogger().logger })
  const asked = Array.from({ length: 50 }, () =>
    readProvider(big, { provider: 'x', url: provider.url(), read: (body) => Object(body).rows.length }),
  )
  await until('all are asked', () => held.length === asked.length)
  for (let i = 0; i < 3; i++) collect()
  const before = heapBytes()
  const body = JSON.stringify({ rows: Array.from({ length: 5_000 }, (_, i) => `a row of the answer ${i}`) })
  for (const response of held) response.end(body)
  expect(await Promise.all(asked)).toEqual(asked.map(() => 5_000))
  for (let i = 0; i < 3; i++) collect()
  expect(heapBytes() - before).toBeLessThan((asked.length * body.length) / 4)
})
