import { until } from '@rts/local/testing/until'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHeldCalls } from './support/held-calls.ts'
import { connectRaw } from './support/raw-client.ts'
import { answer } from './support/simulated-service.ts'
import { call, expectSoundAnswer, type Gateway, requestText, settles } from './support.ts'

const stage = useHeldCalls()
const { read, hold, release, day } = stage

describe('places at a service', () => {
  let narrow: Gateway
  beforeAll(async () => {
    narrow = await stage.world.start({ env: { UPSTREAM_MAX_IN_FLIGHT: '1', BODY_BUDGET_BYTES: '2048' } })
  })
  const uploading = async () => {
    const connection = await connectRaw(narrow.port)
    const head = requestText({
      method: 'POST',
      key: stage.key.secret,
      headers: ['Content-Length: 2000', 'Content-Type: application/json'],
    })
    connection.send(`${head}{"name":"${'x'.repeat(1_500)}`)
    return connection
  }
  const passes = () => settles('a free place', async () => (await read(narrow)).status, 200, undefined, 100)

  it('are limited: one call too many is 503 and costs nothing', async () => {
    hold()
    const first = read(narrow)
    await until('the call to arrive', () => stage.held.length === 1)
    const refused = await read(narrow)
    expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(refused.header('retry-after')).toBe('1')
    expect(await stage.world.stamps(stage.key.id)).toBe(1)
    expect(await day()).toMatchObject({ charged: 1 })
    release()
    expect((await first).status).toBe(200)
    await passes()
  })

  it('are shared: calls of an account beyond its 32 are 503 and given back, and another account is served', async () => {
    const wide = await stage.world.start()
    const own = [stage.key, await stage.world.addKey(stage.key.accountId, 'server')]
    const other = await stage.world.newKey()
    hold()
    const asked = Array.from({ length: 40 }, (_, i) => read(wide, { key: own[i % 2]?.secret ?? '' }))
    await until('the calls to arrive', () => stage.held.length === 32)
    const refused = await Promise.race(asked)
    expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    await until('the others to be given back', async () => (await day()).used === 32)
    stage.world.projects.answerWith()
    expect((await call(wide, { key: other.secret })).status).toBe(200)
    release()
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(32)
  })

  it('are not held by a slow upload', async () => {
    const connection = await uploading()
    expect((await read(narrow)).status).toBe(200)
    connection.socket.destroy()
  })

  it('a client that goes away mid-upload costs nothing and frees its memory', async () => {
    const connection = await uploading()
    const second = await uploading()
    expect(await second.answer()).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    connection.socket.destroy()
    second.socket.destroy()
    await settles(
      'the memory to be free',
      async () => (await read(narrow, { method: 'POST', body: `{"name":"${'x'.repeat(1_900)}"}` })).status,
      200,
    )
    expect((await day()).charged).toBe(1)
    expect(await stage.world.stamps(stage.key.id)).toBe(1)
    expect(stage.world.projects.received).toHaveLength(1)
  })

  it('a client that goes away while it waits ends the call at the service, and is not given anything back', async () => {
    hold()
    const connection = await connectRaw(narrow.port)
    connection.send(requestText({ key: stage.key.secret }))
    const socket = await until('the call to arrive', () => stage.held[0])
    connection.socket.destroy()
    await until('the service to hear of it', () => socket.destroyed || socket.readableEnded)
    stage.world.projects.answerWith()
    await passes()
    expect((await day()).givenBack).toBe(0)
  })

  it('are free again after a client that pipelined and went away', async () => {
    const wide = await stage.world.start({ env: { UPSTREAM_MAX_IN_FLIGHT: '3' } })
    hold()
    const connection = await connectRaw(wide.port)
    const text = requestText({ key: stage.key.secret })
    connection.send(Buffer.concat([text, text, text]))
    await until('the first call to arrive', () => stage.held.length > 0)
    connection.socket.destroy()
    await until('the service to hear of it', () =>
      stage.held.every((socket) => socket.destroyed || socket.readableEnded),
    )
    release()
    const three = async () =>
      (await Promise.all([read(wide), read(wide), read(wide)])).map(({ status }) => status).join()
    await settles('three free places', three, '200,200,200')
  })

  it('are free again after a client that went away in the middle of a download', async () => {
    const large = answer(200, { projects: ['x'.repeat(4_000_000)] })
    stage.world.projects.answerWith((_request, socket) => void socket.write(large))
    const connection = await connectRaw(narrow.port)
    connection.send(requestText({ key: stage.key.secret }))
    await until('the head', () => connection.received().length > 0)
    connection.socket.destroy()
    stage.world.projects.answerWith()
    await passes()
  })
})

describe('draining', () => {
  it('is not ready at once, finishes what it has, closes connections as it answers, then refuses', async () => {
    const leaving = await stage.world.start({ env: { DRAIN_MS: '3000' } })
    const connection = await connectRaw(leaving.port)
    connection.send(requestText({ key: stage.key.secret }))
    expect((await connection.answer()).header('connection')).toBe('keep-alive')
    hold()
    const inFlight = read(leaving)
    await until('the call to arrive', () => stage.held.length === 1)
    const stopped = leaving.stop()
    const ready = await fetch(`http://127.0.0.1:${leaving.adminPort}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ draining: true })
    stage.world.projects.answerWith()
    connection.send(requestText({ key: stage.key.secret }))
    const late = await connection.answer()
    expectSoundAnswer(late)
    expect(late).toMatchObject({ status: 200 })
    expect(late.header('connection')).toBe('close')
    await connection.closed()
    release()
    expect((await inFlight).status).toBe(200)
    await stopped
    await expect(connectRaw(leaving.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
