import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { giveBackHeader } from '@rts/shared/contract/caller'
import { operationEntries } from '@rts/shared/contract/table'
import { beforeEach, describe, expect, it } from 'vitest'
import { generateKey } from '../src/keys/rules/key-format.ts'
import { startGatewayProcess } from './support/gateway-process.ts'
import { useHeldCalls } from './support/held-calls.ts'
import { answer, emptyList, problem } from './support/simulated-service.ts'
import { call, type Gateway, type Key, settles } from './support.ts'

/** The path of a planned read, if there still is one. */
const planned = operationEntries().find(
  ([, { planned, http }]) => planned && http?.method === 'GET' && !http.path.includes(':'),
)?.[1].http?.path
const stage = useHeldCalls()
const { read, bytes, hold, release, day } = stage

describe('a service that cannot be reached', () => {
  /** Counts connection attempts to a port while `action` runs; `onRefused` runs before the client sees the refusal. */
  async function attemptsDuring(port: number, action: () => Promise<void>, onRefused = () => {}): Promise<number> {
    let attempts = 0
    const watch = (message: unknown) => {
      const { socket } = Object(message)
      socket.on('connectionAttempt', (_ip: string, to: number) => {
        if (to === port) attempts++
      })
      socket.on('connectionAttemptFailed', (_ip: string, to: number) => {
        if (to === port) onRefused()
      })
    }
    subscribe('net.client.socket', watch)
    await action().finally(() => unsubscribe('net.client.socket', watch))
    return attempts
  }

  it('is tried once more, then 503 with Retry-After, given back once', async () => {
    const port = await freePort()
    const gateway = await stage.world.start({ env: { PROJECTS_URL: `http://127.0.0.1:${port}` } })
    const attempts = await attemptsDuring(port, async () => {
      const reply = await read(gateway, { method: 'POST', body: '{}' })
      expect(reply).toMatchObject({ status: 503, json: { code: 'unavailable', allowance: { used: 0 } } })
      expect(reply.header('retry-after')).toBe('1')
    })
    expect(attempts).toBe(2)
    expect(await day()).toEqual({ used: 0, charged: 1, givenBack: 1 })
  })

  it('is served by the second try, with the whole body, and charged once', async () => {
    const port = await freePort()
    const gateway = await stage.world.start({ env: { PROJECTS_URL: `http://127.0.0.1:${port}` } })
    let got = ''
    const late: Server = createServer((socket) => {
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          got += chunk.toString()
          if (got.endsWith('{"x":1}')) socket.end(answer(200, emptyList))
        })
    })
    const attempts = await attemptsDuring(
      port,
      async () => expect((await read(gateway, { method: 'POST', body: '{"x":1}' })).status).toBe(200),
      () => late.listening || late.listen(port),
    )
    late.close()
    expect(attempts).toBe(2)
    expect(got.match(/POST \/projects/g)).toHaveLength(1)
    expect(await day()).toEqual({ used: 1, charged: 1, givenBack: 0 })
  })

  it('is tried again for a read alone, and once, where it may have seen the request', async () => {
    stage.world.projects.answerWith((_request, socket) => void socket.destroy())
    for (const method of ['GET', 'POST']) {
      expect((await read(stage.world.gateway, { method, body: method === 'POST' ? '{}' : '' })).status).toBe(502)
    }
    expect(stage.world.projects.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST'])
    expect(await day()).toEqual({ used: 0, charged: 2, givenBack: 2 })
  })

  it('answers a read that met a connection it was just closing, by another one, charged once', async () => {
    const served = new Set<Socket>()
    stage.world.projects.answerWith((_request, socket) => {
      if (served.has(socket)) return void socket.destroy()
      served.add(socket)
      socket.write(answer(200, emptyList))
    })
    for (let i = 0; i < 4; i++) expect((await read()).status).toBe(200)
    expect(served.size).toBeGreaterThan(1)
    expect(await day()).toEqual({ used: 4, charged: 4, givenBack: 0 })
  })

  it('is not tried again once a byte of its answer has come', async () => {
    stage.world.projects.answerWith((_request, socket) => void socket.end('HTTP/1.1 200'))
    expect((await read()).status).toBe(502)
    expect(stage.world.projects.received).toHaveLength(1)
  })

  it('and has no address is 503 without a charge, after key and rate had their say', async () => {
    const gateway = await stage.world.start({ env: { PROJECTS_URL: '' } })
    expect((await call(gateway, { key: generateKey('server') })).status).toBe(401)
    const reply = await read(gateway)
    expect(reply).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(reply.header('retry-after')).toBeUndefined()
    expect(await stage.world.stamps(stage.key.id)).toBe(1)
    expect(await day()).toMatchObject({ charged: 0 })
  })
})

describe.runIf(planned)('a row that is planned', () => {
  it('is 503 without a time to try again, takes a place in the minute and no call of the day', async () => {
    const reply = await read(stage.world.gateway, { path: String(planned) })
    expect(reply).toMatchObject({ status: 503, json: { code: 'unavailable', retryable: true } })
    expect(reply.header('retry-after')).toBeUndefined()
    expect(await stage.world.stamps(stage.key.id)).toBe(1)
    expect(await day()).toMatchObject({ charged: 0 })
  })
})

describe('the breaker', () => {
  let guarded: Gateway
  const open = async () =>
    /^gateway_breaker_open\{\S* (\d)/m.exec(
      await guarded.parts.registry.getSingleMetricAsString('gateway_breaker_open'),
    )?.[1]
  let second: Key
  beforeEach(async () => {
    second = await stage.world.newKey()
    guarded = await stage.world.start({ clock: stage.clock })
    bytes(problem(500, 'internal'))
    for (let i = 0; i < 20; i++) await read(guarded)
    stage.world.projects.forget()
  })

  it('opens after 20 failures: 503 at once, without a charge and without the service', async () => {
    expect(await open()).toBe('1')
    const reply = await read(guarded)
    expect(reply).toMatchObject({ status: 503, json: { code: 'unavailable', retryAfterSeconds: 5 } })
    expect(reply.header('retry-after')).toBe('5')
    expect(stage.world.projects.received).toEqual([])
    expect(await day()).toEqual({ used: 0, charged: 20, givenBack: 20 })
  })

  it('stays closed for refusals of one account alone, which are given back with their own time to wait', async () => {
    const other = await stage.world.start({ clock: stage.clock })
    bytes(problem(503, 'unavailable', { 'Retry-After': '2', [giveBackHeader]: '1' }))
    const before = await day()
    for (let i = 0; i < 25; i++) {
      const reply = await call(other, { key: i < 20 ? second.secret : stage.key.secret })
      expect(reply).toMatchObject({ status: 503, json: { code: 'unavailable', retryAfterSeconds: 2 } })
      expect(reply.header('retry-after')).toBe('2')
    }
    expect((await day())?.used).toBe(before?.used)
    stage.world.projects.answerWith()
    expect((await call(other, { key: second.secret })).status).toBe(200)
  })

  it('lets one probe through after five seconds, and closes when it succeeds', async () => {
    stage.pass(6_000)
    hold()
    const probe = read(guarded)
    await until('the probe', () => stage.held.length === 1)
    expect((await read(guarded)).status).toBe(503)
    release()
    expect((await probe).status).toBe(200)
    await settles('the breaker to close', open, '0')
    expect((await read(guarded)).status).toBe(200)
  })

  it('lets a probe through once the clock was set back', async () => {
    stage.pass(-3_600_000)
    stage.world.projects.answerWith()
    expect((await read(guarded)).status).toBe(200)
  })

  it('does not lose its probe to a stranger’s request', async () => {
    stage.pass(6_000)
    stage.world.projects.answerWith()
    expect((await call(guarded, { key: generateKey('server') })).status).toBe(401)
    await settles('the probe to be free', async () => (await read(guarded)).status, 200, undefined, 100)
  })
})

it('a gateway that stood still asks a healthy service at once: what timed out meanwhile does not open the breaker', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-pause-'))
  const own = {
    DATABASE_URL: stage.world.database.url,
    PROJECTS_URL: stage.world.projects.url,
    DATA_DIR: folder,
  }
  const env = { ...own, UPSTREAM_TIMEOUT_MS: '1500' }
  const slept = await startGatewayProcess(env, path.join(folder, 'gateway.log'))
  const ask = () => call(slept, { key: stage.key.secret })
  hold()
  const asked = Array.from({ length: 25 }, ask)
  await until('the calls to arrive', () => stage.held.length === 25)
  const pausedAt = performance.now()
  slept.pause()
  await until('the time-outs to pass', () => performance.now() - pausedAt > 2_500)
  slept.goOn()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 504))
  stage.world.projects.answerWith()
  expect((await ask()).status).toBe(200)
  await slept.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('admission', () => {
  it('that cannot get its lock is 503 with Retry-After and counts nothing', async () => {
    const impatient = await stage.world.start({ env: { ADMISSION_TIMEOUT_MS: '2000' } })
    const client = await stage.world.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM key_minute WHERE key_id = $1 FOR UPDATE', [stage.key.id])
    const reply = await read(impatient)
    await client.query('ROLLBACK')
    client.release()
    expect(reply).toMatchObject({ status: 503, json: { code: 'unavailable', allowance: { limit: 0 } } })
    expect(reply.header('retry-after')).toBe('1')
    expect(await stage.world.stamps(stage.key.id)).toBe(0)
    expect((await read()).status).toBe(200)
  })

  it('lets others pass a call that waits for its lock', async () => {
    const client = await stage.world.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM key_minute WHERE key_id = $1 FOR UPDATE', [stage.key.id])
    let isAnswered = false
    const waits = read().finally(() => {
      isAnswered = true
    })
    const waiting = async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount
    await settles('a call to wait', waiting, 1)
    const other = await stage.world.newKey()
    expect((await call(stage.world.gateway, { key: other.secret })).status).toBe(200)
    expect(isAnswered).toBe(false)
    await client.query('ROLLBACK')
    client.release()
    expect((await waits).status).toBe(200)
  })
})
