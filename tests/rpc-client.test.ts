import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startNats } from '@rts/local/nats'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { deadlineHeader } from '@rts/shared/contract/caller'
import type { OperationName } from '@rts/shared/contract/table'
import { subjectOf } from '@rts/shared/derive/subjects'
import { AppError } from '@rts/shared/errors'
import { natsOptions } from '@rts/shared/service/broker'
import { createFailedCalls, type NoteFailure } from '@rts/shared/service/failed-calls'
import { createMetricsRegistry } from '@rts/shared/service/health'
import { createRpcClient, type RpcCaller } from '@rts/shared/service/rpc-client'
import { busyReply } from '@rts/shared/service/rpc-protocol'
import { signerOfAll } from '@rts/shared/testing/secrets'
import { connect, type Msg, type NatsConnection, headers as natsHeaders } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const timeoutMs = 900
const busyAfterMs = 100
const folder = mkdtempSync(path.join(tmpdir(), 'rpc-client-test-'))
let broker: Awaited<ReturnType<typeof startNats>>
let nats: NatsConnection
beforeAll(async () => {
  broker = await startNats({ dataDir: folder, production: false })
  nats = await connect(natsOptions(broker.url, 'test'))
})
afterAll(async () => {
  await nats.close()
  await broker.stop()
  rmSync(folder, { recursive: true, force: true })
})

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
const read = { name: 'sites.list', input: { query: {} } } as const
const write = { name: 'sites.create', input: { body: { name: 'A', domain: 'a.com' } } } as const
const once = { name: 'keys.create', input: { params: { accountId: 'a' }, body: { name: 'A' } } } as const
const client = (repeatsWrites = false) => createRpcClient({ nats, sign: signerOfAll(), timeoutMs, repeatsWrites })
const callRead = () => client()(read.name, read.input, caller)
const callWrite = () => client()(write.name, write.input, caller)

/** Plays the owner of an operation; answers the time that each attempt was given. */
function play(name: OperationName, answer: (message: Msg, attempt: number) => unknown) {
  const givenMs: number[] = []
  const subscription = nats.subscribe(subjectOf(name), {
    callback: (_error, message) => {
      givenMs.push(Number(message.headers?.get(deadlineHeader)))
      answer(message, givenMs.length)
    },
  })
  return { givenMs, leave: () => subscription.unsubscribe() }
}

function respondBusy(message: Msg): void {
  const headers = natsHeaders()
  headers.set(busyReply, '1')
  message.respond('', { headers })
}

describe('a call that fails', () => {
  const system = { ...caller, kind: 'system' } as const
  const quotaOf = (noteFailure: NoteFailure) =>
    createRpcQuota(createRpcClient({ nats, sign: signerOfAll(), timeoutMs, noteFailure }))

  /** The notes of a service: its metric by operation and code, and a line for each failure. */
  function notes() {
    const registry = createMetricsRegistry('test')
    const lines: string[] = []
    const warn = (fields: object, words?: string) => void lines.push(`${words}: ${JSON.stringify(fields)}`)
    const note = createFailedCalls(registry, { warn }, 'both')
    const counted = async () =>
      (await registry.metrics()).split('\n').filter((line) => /^call_failures_total/.test(line))
    return { note, lines, counted }
  }

  it.each([
    [
      'refuses a field of another release',
      { problem: { code: 'unknown_field', title: 'Unknown field' } },
      'unknown_field',
    ],
    ['has failed itself', { problem: { code: 'internal', title: 'Internal error' } }, 'internal'],
    ['answers nonsense', 'nonsense', 'internal'],
  ])(
    'at an owner that %s counts and is a line, though the count of the day hides it from its reader',
    async (_name, reply, code) => {
      const owner = play('collects.take', (message) => message.respond(JSON.stringify(reply)))
      const { note, lines, counted } = notes()
      expect(await quotaOf(note).take('a', 'token')).toBe('unknown')
      owner.leave()
      expect(await counted()).toEqual([
        `call_failures_total{operation="collects.take",code="${code}",thread="both",service="test"} 1`,
      ])
      expect(lines).toEqual([expect.stringMatching(`a call to another service failed: .*"code":"${code}"`)])
    },
  )

  it('without an owner counts too', async () => {
    const { note, counted } = notes()
    expect(await quotaOf(note).take('a', 'token')).toBe('unknown')
    expect(await counted()).toEqual([
      'call_failures_total{operation="collects.take",code="unavailable",thread="both",service="test"} 1',
    ])
  })

  it('because of what a customer gave counts for nothing, nor does what is not there', async () => {
    const { note, lines } = notes()
    note('sites.get', caller.kind, new AppError('invalid_input', 'Invalid input'))
    note('sites.get', system.kind, new AppError('not_found', 'No such site'))
    expect(lines).toEqual([])
  })
})

describe('after an owner that is busy', () => {
  it('unavailable when no replica is there any more', async () => {
    const owner = play(write.name, (message) => {
      owner.leave()
      respondBusy(message)
    })
    await expect(callWrite()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('unavailable when the next one is busy too, after two attempts', async () => {
    const owner = play(write.name, respondBusy)
    await expect(callWrite()).rejects.toMatchObject({ code: 'unavailable' })
    owner.leave()
    expect(owner.givenMs).toHaveLength(2)
  })

  it('timeout when the next one is silent, on what is left of the time', async () => {
    const owner = play(write.name, async (message, attempt) => {
      if (attempt > 1) return
      await delay(busyAfterMs)
      respondBusy(message)
    })
    await expect(callWrite()).rejects.toMatchObject({ code: 'timeout' })
    owner.leave()
    expect(owner.givenMs).toEqual([timeoutMs, expect.any(Number)])
    expect(owner.givenMs[1]).toBeLessThanOrEqual(timeoutMs - busyAfterMs + 5)
  })
})

describe('a silent owner', () => {
  it('is asked twice within the time of one call, for a read', async () => {
    const owner = play(read.name, () => {})
    await expect(callRead()).rejects.toMatchObject({ code: 'timeout' })
    owner.leave()
    const [first = 0, second = 0, ...more] = owner.givenMs
    expect([first, more]).toEqual([(timeoutMs * 2) / 3, []])
    expect(first + second).toBeLessThanOrEqual(timeoutMs + 5)
  })

  it('is asked once for a write', async () => {
    const owner = play(write.name, () => {})
    await expect(callWrite()).rejects.toMatchObject({ code: 'timeout' })
    owner.leave()
    expect(owner.givenMs).toEqual([timeoutMs])
  })
  it('is asked twice for a write where the caller repeats them, and once where the row counts once', async () => {
    const [owner, ownerOfOnce] = [play(write.name, () => {}), play(once.name, () => {})]
    await expect(client(true)(write.name, write.input, caller)).rejects.toMatchObject({ code: 'timeout' })
    await expect(client(true)(once.name, once.input, caller)).rejects.toMatchObject({ code: 'timeout' })
    for (const one of [owner, ownerOfOnce]) one.leave()
    expect([owner.givenMs.length, ownerOfOnce.givenMs]).toEqual([2, [timeoutMs]])
  })
})
