import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { natsOptions } from '@rts/shared/service/broker'
import { createRpcClient, type RpcCaller, systemCaller } from '@rts/shared/service/rpc-client'
import { signerOf, signerOfAll, testKeys } from '@rts/shared/testing/secrets'
import { connect, type NatsConnection } from 'nats'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'

const caller: RpcCaller = { ...systemCaller('a'), kind: 'account', keyId: 'k', collect: 'allow' }
const params = { id: '2f9e4b1c-6a4d-4b7e-9c60-3d3a5a1d0f11' }
const target = `/projects/${params.id}/keywords/bulk`
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-threads-'))
const diaryFile = path.join(folder, 'diary')
const large = ' '.repeat(70_000)

let database: TestDatabase
let nats: NatsConnection
let child: ChildProcess
let port: number
let adminPort: number
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
  nats = await connect(natsOptions(inject('natsUrl'), 'test'))
})
afterAll(async () => {
  await nats.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  rmSync(diaryFile, { force: true })
  const env = {
    DATABASE_URL: database.url,
    NATS_URL: inject('natsUrl'),
    ...testKeys('projects'),
    DIARY: diaryFile,
    LOG_LEVEL: 'silent',
  }
  child = fork(path.join(import.meta.dirname, 'support/threaded-service-worker.ts'), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [ready] = await once(child, 'message')
  port = ready.port
  adminPort = ready.adminPort
})
afterEach(() => child.kill('SIGKILL'))

const diary = () => readFileSync(diaryFile, 'utf8')
function post(body: string, signal?: AbortSignal, accountId = caller.accountId): Promise<Response> {
  const claims = { ...caller, accountId, aud: 'projects', iat: Date.now() } as const
  const bytes = Buffer.from(body)
  const signed = signerOf('gateway')(claims, { method: 'POST', target, body: bytes })
  const headers = { [callerHeader]: signed.caller, [signatureHeader]: signed.signature }
  return fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body: bytes, signal: signal ?? null })
}
const postText = (text: string, signal?: AbortSignal, accountId?: string) =>
  post(JSON.stringify({ text }), signal, accountId)
const madeBy = (keyword: string) => ({
  added: 0,
  skipped: 1,
  keywords: [],
  skippedLines: [{ line: 1, keyword, code: 'duplicate' }],
})

it('a large body is answered in the work thread, a small one in the main thread, over HTTP and NATS', async () => {
  expect(await (await postText('small')).json()).toEqual(madeBy('main'))
  expect(await (await postText(large)).json()).toEqual(madeBy('work'))
  const rpc = createRpcClient({ nats, sign: signerOfAll() })
  expect(await rpc('keywords.createBulk', { params, body: { text: 'small' } }, caller)).toEqual(madeBy('main'))
  expect(await rpc('keywords.createBulk', { params, body: { text: large } }, caller)).toEqual(madeBy('work'))
})

it('a refusal in the work thread is the same as in the main thread', async () => {
  const refusals: [string, object][] = [
    [`{"text":"${large}"`, { status: 400, code: 'bad_request' }],
    [JSON.stringify({ text: 1, more: large }), { status: 400, errors: [{ field: 'text' }, { field: 'more' }] }],
    [JSON.stringify({ text: `refuse${large}` }), { status: 402, detail: 'work', retryAfterSeconds: 7 }],
  ]
  for (const [body, expected] of refusals) {
    const answer = await post(body)
    expect(await answer.json()).toMatchObject(expected)
  }
  expect((await postText(`refuse${large}`)).headers.get('retry-after')).toBe('7')
})

it('work runs in the work thread alone, what is beside the calls in the main thread alone', async () => {
  const lines = () => diary().split('\n').filter(Boolean).sort()
  await until('both to start', () => lines().length === 2)
  expect(lines()).toEqual(['main: background starts', 'work: work starts'])
})

it('a caller who leaves ends a call in the work thread', async () => {
  const leaving = new AbortController()
  const left = postText(`wait${large}`, leaving.signal)
  await until('the call to wait', () => diary().includes('work: waits'))
  leaving.abort()
  await expect(left).rejects.toThrow()
  await until('the call to end', () => diary().includes('work: its caller has left'))
})

it('a call that waits behind another one of its account does not begin once its caller has left or its deadline is over', async () => {
  const [first, leaving] = [new AbortController(), new AbortController()]
  const held = postText(`wait${large}`, first.signal)
  await until('the call to wait', () => diary().includes('work: waits'))
  const left = postText(`note left${large}`, leaving.signal)
  const rpc = createRpcClient({ nats, sign: signerOfAll(), timeoutMs: 200 })
  const late = rpc('keywords.createBulk', { params, body: { text: `note late${large}` } }, caller)
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
  // Another account's call is behind theirs on its way to the thread, and waits for none of them there.
  expect((await postText(`note other${large}`, undefined, 'b')).status).toBe(200)
  leaving.abort()
  await expect(left).rejects.toThrow()
  expect((await postText(`note other${large}`, undefined, 'b')).status).toBe(200)
  first.abort()
  await expect(held).rejects.toThrow()
  expect((await postText(`note next${large}`)).status).toBe(200)
  expect(diary().match(/note \w+/g)).toEqual(['note other', 'note other', 'note next'])
})

it('metrics of the work thread are served with those of the main thread', async () => {
  const metrics = async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  await until('metrics of both', async () => /^work_thread_gauge\{service="projects"\} 2$/m.test(await metrics()))
  const text = await metrics()
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds/m)
})

it('a signal ends both threads once their work has stopped', async () => {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(diary()).toContain('main: background stops')
  expect(diary()).toContain('work: work stops')
})

it('a fault in the work thread ends the process, so that it is started again', async () => {
  const exited = once(child, 'exit')
  void postText(`fail${large}`).catch(() => {})
  const [code] = await exited
  expect(code).not.toBe(0)
})
