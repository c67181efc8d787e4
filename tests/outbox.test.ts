import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { systemClock } from '@rts/shared/clock'
import { createLogger } from '@rts/shared/logger'
import { createCallerSigner, createCallerVerifier } from '@rts/shared/service/caller-signature'
import { mountInbox, type ReceivedFact } from '@rts/shared/service/inbox'
import { writeFact } from '@rts/shared/service/outbox'
import { backOffSeconds, type RelayOptions, startRelay, stuckAfterTries } from '@rts/shared/service/outbox-relay'
import { listDeliveries, retryDelivery } from '@rts/shared/service/outbox-store'
import { inTransaction } from '@rts/shared/service/transaction'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const callerKeys = 'k1:secret-of-the-outbox-tests'
const logger = createLogger('test', 'silent')
const disabled = ['research', 'content']

let sender: TestDatabase
let receiver: TestDatabase
let nats: NatsConnection
let options: RelayOptions

beforeAll(async () => {
  sender = await createTestDatabase(inject('postgresUrl'), 'gateway')
  receiver = await createTestDatabase(inject('postgresUrl'), 'projects')
  nats = await connect({ servers: inject('natsUrl') })
  options = { service: 'gateway', pool: sender.pool, nats, sign: createCallerSigner('gateway', callerKeys), logger }
})
afterAll(async () => {
  await nats.drain()
  await Promise.all([sender.drop(), receiver.drop()])
})

function write(id: string, version: number, plan: 'free' | 'starter' = 'free'): Promise<void> {
  const state = { id, plan, status: 'active' } as const
  const fact = { type: 'account.changed', aggregate: `account:${id}`, version, state } as const
  return inTransaction(sender.pool, (client) => writeFact(client, fact, disabled))
}

function consume(effect: (fact: ReceivedFact) => void) {
  const verify = createCallerVerifier('projects', callerKeys)
  const inbox = { nats, pool: receiver.pool, verify, clock: systemClock, logger }
  return mountInbox(inbox, 'projects.accounts', async (_client, fact) => effect(fact))
}

const open = async () => (await listDeliveries(sender.pool, 'gateway')).length

it('each fact has its effect once, with three relays and a consumer that fails now and then', async () => {
  const effects: string[] = []
  let calls = 0
  const inbox = consume((fact) => {
    // Two of ten break after the note was taken and before it is committed.
    if (calls++ % 10 < 2) throw new Error('the consumer broke')
    effects.push(fact.aggregate)
  })
  const relays = [startRelay(options), startRelay(options), startRelay(options)]
  const ids = Array.from({ length: 200 }, (_, i) => `once-${i}`)
  for (const id of ids) await write(id, 1)
  await until('all facts to be delivered', async () => (await open()) === 0 || undefined, 15_000)
  await Promise.all([inbox.drain(), ...relays.map((relay) => relay.stop())])
  expect(effects.toSorted()).toEqual(ids.map((id) => `account:${id}`).toSorted())
})

it('a fact never takes effect after a newer one', async () => {
  const seen: number[] = []
  await write('ordered', 2)
  await write('ordered', 1)
  const inbox = consume((fact) => seen.push(fact.version))
  const relay = startRelay(options)
  await until('both to be delivered', async () => (await open()) === 0 || undefined)
  await Promise.all([inbox.drain(), relay.stop()])
  expect(seen.at(-1)).toBe(2)
})

it('what nobody takes waits, is listed, becomes stuck, and is delivered once it is retried', async () => {
  await write('stuck', 1)
  const relay = startRelay(options)
  const waiting = await until('a failed try', async () =>
    (await listDeliveries(sender.pool, 'gateway')).find((d) => d.lastError !== null),
  )
  expect(waiting).toMatchObject({
    aggregate: 'account:stuck',
    consumer: 'projects.accounts',
    stuck: false,
    lastError: expect.any(String),
  })
  await sender.pool.query('UPDATE outbox_delivery SET tries = $1 WHERE id = $2', [stuckAfterTries, waiting.id])
  expect((await listDeliveries(sender.pool, 'gateway'))[0]).toMatchObject({ stuck: true })
  const inbox = consume(() => {})
  await retryDelivery(sender.pool, 'gateway', waiting.id)
  await until('the retried delivery', async () => (await open()) === 0 || undefined)
  await expect(retryDelivery(sender.pool, 'gateway', waiting.id)).rejects.toMatchObject({ code: 'not_found' })
  await Promise.all([inbox.drain(), relay.stop()])
})

it('a fact that nobody signed has no effect', async () => {
  let effects = 0
  const inbox = consume(() => effects++)
  const fact = { id: 'x', aggregate: 'account:forged', version: 1, type: 'account.changed', state: {} }
  const reply = await nats.request('fact.projects.accounts', JSON.stringify(fact), { timeout: 5_000 })
  await inbox.drain()
  expect([reply.string(), effects]).toEqual(['the consumer failed', 0])
})

it('waits double from a second to ten minutes, and are an hour once stuck', () => {
  expect([1, 2, 5, 11, 19, 20, 40].map(backOffSeconds)).toEqual([1, 2, 16, 600, 600, 3_600, 3_600])
})
