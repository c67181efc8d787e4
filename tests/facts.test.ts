import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Nats, startNats } from '@rts/local/nats'
import { freePort } from '@rts/local/ports'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { systemClock } from '@rts/shared/clock'
import { factSubjectOf } from '@rts/shared/derive/subjects'
import { backOffSeconds, listDeliveries, retryDelivery, stuckAfterTries } from '@rts/shared/facts/deliveries'
import { type FactEffect, mountInbox, type OutsideEffect, type ReceivedFact } from '@rts/shared/facts/inbox'
import { type RelayOptions, startRelay } from '@rts/shared/facts/relay'
import { startClockWatch, sweepFacts } from '@rts/shared/facts/start-facts'
import { writeFact } from '@rts/shared/facts/write'
import { createLogger } from '@rts/shared/logger'
import { natsOptions, openBroker } from '@rts/shared/service/broker'
import { inTransaction } from '@rts/shared/service/transaction'
import { signerOf, verifierOf } from '@rts/shared/testing/secrets'
import { connect, type Msg, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const logger = createLogger('test', 'silent')
const disabled = ['research', 'content', 'dashboard']

// The tests' common broker also carries the facts of other files' gateways.
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-facts-'))
let broker: Nats
let sender: TestDatabase
let receiver: TestDatabase
let nats: NatsConnection
let options: RelayOptions

beforeAll(async () => {
  sender = await createTestDatabase(inject('postgresUrl'), 'gateway')
  receiver = await createTestDatabase(inject('postgresUrl'), 'projects')
  broker = await startNats({ dataDir: folder, production: false })
  nats = await connect(natsOptions(broker.url, 'test'))
  options = {
    pool: sender.pool,
    nats,
    sign: signerOf('gateway'),
    logger,
    disabledServices: disabled,
  }
})
afterAll(async () => {
  await nats.drain()
  await Promise.all([sender.drop(), receiver.drop(), broker.stop()])
  rmSync(folder, { recursive: true })
})

function write(id: string, version: number): Promise<void> {
  const state = { id, plan: 'free', status: 'active' } as const
  const fact = { type: 'account.changed', aggregate: `account:${id}`, version, state } as const
  return inTransaction(sender.pool, (client) => writeFact(client, fact))
}

const consume = (effect: (fact: ReceivedFact) => void) => mount(async (_client, fact) => effect(fact))

function mount(effect: FactEffect | OutsideEffect) {
  const verify = verifierOf('projects')
  return mountInbox({ nats, pool: receiver.pool, verify, clock: systemClock, logger }, 'projects.accounts', effect)
}

const open = async () => (await listDeliveries(sender.pool, 'gateway', disabled)).length

async function inFlight(count: number): Promise<boolean> {
  const leased = await sender.pool.query('SELECT 1 FROM facts.delivery WHERE done_at IS NULL AND lease_until > now()')
  return leased.rowCount === count
}

describe('a disabled service', () => {
  it('misses nothing: its deliveries wait without a try, the newest of each aggregate, and go out once it is enabled', async () => {
    await write('ann', 1)
    await write('ann', 2)
    await write('ben', 1)
    const relay = startRelay({ ...options, disabledServices: ['projects', ...disabled] })
    while (await sweepFacts(sender.pool)) {}
    const waiting = await sender.pool.query(
      `SELECT e.aggregate, e.version::int, d.tries FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id
       WHERE d.consumer = 'projects.accounts' AND d.done_at IS NULL ORDER BY 1`,
    )
    expect(waiting.rows).toEqual([
      { aggregate: 'account:ann', version: 2, tries: 0 },
      { aggregate: 'account:ben', version: 1, tries: 0 },
    ])
    await relay.stop()
    const heard: string[] = []
    const [inbox, enabled] = [consume((fact) => heard.push(fact.aggregate)), startRelay(options)]
    await until('both to be heard', async () => (await open()) === 0)
    await Promise.all([inbox.drain(), enabled.stop()])
    expect(heard.toSorted()).toEqual(['account:ann', 'account:ben'])
  })
})

it('the sweep deletes facts a day after their last delivery, and never one that waits', async () => {
  const add = (id: string, createdDaysAgo: number, ...doneDaysAgo: (number | null)[]) =>
    sender.pool.query(
      `WITH e AS (INSERT INTO facts.event (id, aggregate, version, type, state, created_at)
         VALUES ($1, $1, 1, 'account.changed', '{}', now() - $2 * interval '1 day'))
       INSERT INTO facts.delivery (event_id, consumer, done_at)
       SELECT $1, 'c' || n, now() - d * interval '1 day' FROM unnest($3::float8[]) WITH ORDINALITY AS u (d, n)`,
      [id, createdDaysAgo, doneDaysAgo],
    )
  await add('sweep:done', 3, 3, 2)
  await add('sweep:waiting', 3, 3, null)
  await add('sweep:late', 3, 0.5)
  await add('sweep:young', 0.5, 0.5)
  while (await sweepFacts(sender.pool)) {}
  const left = await sender.pool.query(`SELECT id FROM facts.event WHERE id LIKE 'sweep:%' ORDER BY id`)
  expect(left.rows.map(({ id }) => id)).toEqual(['sweep:late', 'sweep:waiting', 'sweep:young'])
  await sender.pool.query(`DELETE FROM facts.event WHERE id LIKE 'sweep:%'`)
})

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
  await until('all facts to be delivered', async () => (await open()) === 0 || undefined)
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

it('an outside effect has no company, is tried again after a failure, and is not repeated once it is noted', async () => {
  const done: string[] = []
  let active = 0
  let maxAtOnce = 0
  let calls = 0
  const perform = async (fact: ReceivedFact) => {
    maxAtOnce = Math.max(maxAtOnce, ++active)
    await nats.flush()
    active--
    if (calls++ % 5 === 0) throw new Error('the outside world broke')
    done.push(fact.aggregate)
  }
  const inbox = mount({ perform })
  const relay = startRelay(options)
  const ids = Array.from({ length: 20 }, (_, i) => `outside-${i}`)
  for (const id of ids) await write(id, 1)
  await until('all to be delivered', async () => (await open()) === 0 || undefined)
  for (const id of ids) await write(id, 1)
  await until('all to be delivered again', async () => (await open()) === 0 || undefined)
  await Promise.all([inbox.drain(), relay.stop()])
  expect([maxAtOnce, done.toSorted()]).toEqual([1, ids.map((id) => `account:${id}`).toSorted()])
})

it('without a broker a fact uses up no try', async () => {
  const broker = await openBroker(`nats://127.0.0.1:${await freePort()}`, 'test', logger)
  await write('early', 1)
  const relay = startRelay({ ...options, nats: broker })
  const dues = new Set<string>()
  let maxTries = 0
  await until('it to be put off twice', async () => {
    const { rows } = await sender.pool.query(
      'SELECT tries, next_at::text FROM facts.delivery WHERE done_at IS NULL AND lease_until IS NULL',
    )
    for (const { tries, next_at } of rows) {
      dues.add(next_at)
      maxTries = Math.max(maxTries, tries)
    }
    return dues.size > 2
  })
  await relay.stop()
  await broker.drain()
  expect(maxTries).toBe(0)
  const [inbox, again] = [consume(() => {}), startRelay(options)]
  await until('it to be delivered', async () => (await open()) === 0)
  await Promise.all([inbox.drain(), again.stop()])
})

it('a clock that is set back by an hour holds up no fact, and shortens no back-off', async () => {
  for (const id of ['new', 'leased', 'failed']) await write(id, 1)
  const set = (id: string, change: string) =>
    sender.pool.query(
      `UPDATE facts.delivery d SET ${change} FROM facts.event e WHERE e.id = d.event_id AND e.aggregate = $1`,
      [`account:${id}`],
    )
  await set('new', `next_at = now() + interval '1 hour'`)
  await set('leased', `lease_until = now() + interval '1 hour', tries = 1`)
  await set('failed', `next_at = now() + interval '500 seconds', tries = 11`)
  const [inbox, relay, watch] = [consume(() => {}), startRelay(options), startClockWatch(options)]
  await until('the others to be delivered', async () => (await open()) === 1)
  const waiting = await listDeliveries(sender.pool, 'gateway', disabled)
  expect(waiting.map(({ aggregate, tries }) => [aggregate, tries])).toEqual([['account:failed', 11]])
  await set('failed', 'next_at = now()')
  await until('it to be delivered', async () => (await open()) === 0)
  await Promise.all([inbox.drain(), relay.stop(), watch.stop()])
})

it('an outside effect under way holds no connection of the pool', async () => {
  const held = Promise.withResolvers<void>()
  let begun = 0
  const perform = () => {
    begun++
    return held.promise
  }
  const inbox = mount({ perform })
  const relay = startRelay(options)
  for (let i = 0; i < 12; i++) await write(`held-${i}`, 1)
  await until('all to be handed over', async () => begun > 0 && (await inFlight(12)))
  const { totalCount, idleCount, waitingCount } = receiver.pool
  held.resolve()
  await until('all to be delivered', async () => (await open()) === 0 || undefined)
  await Promise.all([inbox.drain(), relay.stop()])
  expect([totalCount - idleCount, waitingCount]).toEqual([0, 0])
})

it('a silent consumer has some facts in flight and keeps no other one waiting; a stop waits for it', async () => {
  const [silent, prompt] = [[] as Msg[], [] as Msg[]]
  const hear = (heard: Msg[], answer: boolean) => (_error: unknown, message: Msg) => {
    heard.push(message)
    if (answer) message.respond('ok')
  }
  const mute = nats.subscribe(factSubjectOf('projects.accounts'), { callback: hear(silent, false) })
  const quick = nats.subscribe(factSubjectOf('research.accounts'), { callback: hear(prompt, true) })
  await sender.pool.query('DELETE FROM facts.event')
  for (let i = 0; i < 80; i++) await write(`slow-${i}`, 1)
  const relay = startRelay({ ...options, disabledServices: ['content', 'dashboard'] })
  await until('the prompt consumer to have all', () => prompt.length === 80)
  await until('them to be settled', async () => (await open()) === 80)
  expect(silent.length).toBeLessThan(50)
  const stopped = relay.stop()
  for (const message of silent) message.respond('ok')
  await stopped
  expect(await open()).toBe(80 - silent.length)
  mute.unsubscribe()
  quick.unsubscribe()
  await sender.pool.query('DELETE FROM facts.event')
})

it('a fact without a consumer waits, is listed, becomes stuck, and is delivered once it is retried', async () => {
  await write('stuck', 1)
  const relay = startRelay(options)
  const waiting = await until('a failed try', async () =>
    (await listDeliveries(sender.pool, 'gateway', disabled)).find((d) => d.lastError !== null),
  )
  expect(waiting).toMatchObject({
    aggregate: 'account:stuck',
    consumer: 'projects.accounts',
    stuck: false,
    lastError: expect.any(String),
  })
  await sender.pool.query('UPDATE facts.delivery SET tries = $1 WHERE id = $2', [stuckAfterTries, waiting.id])
  expect((await listDeliveries(sender.pool, 'gateway', disabled))[0]).toMatchObject({ stuck: true })
  const inbox = consume(() => {})
  await retryDelivery(sender.pool, 'gateway', waiting.id)
  await until('the retried delivery', async () => (await open()) === 0 || undefined)
  await expect(retryDelivery(sender.pool, 'gateway', waiting.id)).rejects.toMatchObject({ code: 'not_found' })
  await Promise.all([inbox.drain(), relay.stop()])
})

it('a letter is for its writer alone: without its consumer it is not written', async () => {
  const state = { id: 'l', kind: 'k', to: 'a@example.com', at: '2026-01-15T12:00:00.000Z', sealed: 's' }
  const fact = { type: 'letter.written', aggregate: 'letter:l', version: 1, state } as const
  await expect(inTransaction(sender.pool, (client) => writeFact(client, fact))).rejects.toThrow('name the consumer')
})

it('a fact without a signature has no effect', async () => {
  let effects = 0
  const inbox = consume(() => effects++)
  const fact = { id: 'x', aggregate: 'account:forged', version: 1, type: 'account.changed', state: {} }
  const reply = await nats.request('fact.projects.accounts', JSON.stringify(fact), { timeout: 60_000 })
  await inbox.drain()
  expect([reply.string(), effects]).toEqual(['the consumer failed', 0])
})

it('waits double from a second to ten minutes, and are an hour once stuck', () => {
  expect([1, 2, 5, 11, 19, 20, 40].map(backOffSeconds)).toEqual([1, 2, 16, 600, 600, 3_600, 3_600])
})
