import { startBroker } from '@rts/local/broker/broker'
import { until } from '@rts/local/testing/until'
import { systemClock } from '@rts/shared/clock'
import { type Call, deadlineHeader } from '@rts/shared/contract/caller'
import { Free } from '@rts/shared/contract/free'
import { collectingCallMs } from '@rts/shared/contract/operation'
import { subjectOf } from '@rts/shared/derive/subjects'
import { createLogger } from '@rts/shared/logger'
import { createInvoke } from '@rts/shared/service/invoke'
import { mountNats } from '@rts/shared/service/nats-mount'
import { createRpcClient, type RpcCaller } from '@rts/shared/service/rpc-client'
import { maxPayloadBytes } from '@rts/shared/service/rpc-protocol'
import { signerOf, verifierOf } from '@rts/shared/testing/secrets'
import { connect, type NatsConnection } from 'nats'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

/** Of one account; there are four times as many. */
const places = 2
const logger = createLogger('test', 'silent')
const caller: RpcCaller = {
  kind: 'account',
  accountId: 'a',
  plan: 'free',
  keyId: 'k',
  role: null,
  siteIds: null,
  collect: 'allow',
  requestId: 'r',
}
const noSites = { projects: [], total: 0, nextCursor: null }

let broker: Awaited<ReturnType<typeof startBroker>>
let nats: NatsConnection
let mounted: ReturnType<typeof mountNats> | undefined
beforeAll(async () => {
  broker = await startBroker({ production: false })
  nats = await connect({ servers: broker.url })
})
afterAll(async () => {
  await nats.close()
  await broker.close()
})
afterEach(leave)

async function leave(): Promise<void> {
  await mounted?.drain()
  mounted = undefined
}

/** The owner of sites, with few places. */
function mount(list: (call: Call) => Promise<unknown>): void {
  const invoke = createInvoke({ 'sites.list': list })
  const verify = verifierOf('projects')
  mounted = mountNats({
    service: 'projects',
    nats,
    invoke,
    verify,
    clock: systemClock,
    logger,
    concurrency: places * 4,
  })
}
const sign = signerOf('mcp')
const call = (timeoutMs: number, accountId = 'a') =>
  createRpcClient({ nats, sign, timeoutMs })('sites.list', { query: {} }, { ...caller, accountId })

describe('a call over NATS', () => {
  it('tells its handler how long an answer is of use, and when it is no longer', async () => {
    const calls: Call[] = []
    mount(async (heard) => {
      calls.push(heard)
      await until('the caller to have given up', () => heard.signal.aborted)
      return noSites
    })
    await expect(call(600)).rejects.toMatchObject({ code: 'timeout' })
    // The owner counts from the moment at which a message came.
    const isOver = () => calls.every(({ deadlineAt }) => deadlineAt <= performance.now())
    await until('their time to be up at the owner too', isOver)
  })

  it('with a request as large as a message may be reaches its owner, and one byte more is not sent', async () => {
    let runs = 0
    mount(async () => {
      runs++
      return noSites
    })
    const ask = (bytes: number) => {
      const query = { x: 'y'.repeat(bytes - JSON.stringify({ query: { x: '' } }).length) }
      return createRpcClient({ nats, sign })('sites.list', { query: Object(query) }, caller)
    }
    const max = maxPayloadBytes - 4_096
    await expect(ask(max)).rejects.toMatchObject({ code: 'unknown_field' })
    await expect(ask(max + 1)).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(runs).toBe(0)
  })

  it('whose answer is larger than a message may be is refused as too large, and does not time out', async () => {
    mount(async () => ({ ...noSites, nextCursor: 'x'.repeat(maxPayloadBytes) }))
    await expect(call(60_000)).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  it('that waits in the gate until its time is up is dropped: its handler never runs', async () => {
    const held = Promise.withResolvers<void>()
    let runs = 0
    mount(async () => {
      runs++
      await held.promise
      return noSites
    })
    const first = Promise.all([call(60_000), call(60_000)])
    await until('all places of the account to be taken', () => runs === places)
    const sentAt = performance.now()
    await expect(call(300)).rejects.toMatchObject({ code: 'timeout' })
    // The owner counts from the moment at which a message came.
    await until('its time to be up at the owner too', () => performance.now() > sentAt + 400)
    held.resolve()
    await first
    await leave()
    expect(runs).toBe(places)
  })

  it('of another account is answered while slow calls of one account take and await all places that they can', async () => {
    const held = Promise.withResolvers<void>()
    let slow = 0
    mount(async ({ caller }) => {
      if (caller.accountId !== 'a') return noSites
      slow++
      await held.promise
      return noSites
    })
    const asked = Array.from({ length: 30 }, () => call(60_000).catch((error: unknown) => error))
    await until('all places of the account to be taken', () => slow === places)
    expect(await call(5_000, 'b')).toEqual(noSites)
    expect(slow).toBe(places)
    held.resolve()
    await Promise.all(asked)
  })

  it('is answered in full where a poll over REST would cost nothing', async () => {
    mount(async () => new Free(noSites))
    expect(await call(5_000)).toEqual(noSites)
  })

  it('of a read that may collect has twelve seconds, all of them for one ask', async () => {
    const given: number[] = []
    const owner = nats.subscribe(subjectOf('research.get'), {
      callback: (_error, message) => {
        given.push(Number(message.headers?.get(deadlineHeader)))
        const state = { status: 'collecting', reason: null, updatedAt: null, retryAfterSeconds: 5 }
        message.respond(JSON.stringify({ ok: { seed: 'tea', rows: [], total: 0, nextCursor: null, ...state } }))
      },
    })
    const answer = await createRpcClient({ nats, sign })('research.get', { query: { q: 'tea' } }, caller)
    expect(answer).toMatchObject({ status: 'collecting', retryAfterSeconds: 5 })
    expect(given).toEqual([collectingCallMs])
    owner.unsubscribe()
  })
})
