import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { createGuardedFetcher, type FetcherSettings } from '@rts/outside/guarded/fetcher'
import { systemClock } from '@rts/shared/clock'
import { createLogger } from '@rts/shared/logger'
import type { Loop } from '@rts/shared/loops/loop'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { startDelivering } from '../src/webhooks/delivering.ts'
import { deleteOld } from '../src/webhooks/events.sql.ts'
import { createSender } from '../src/webhooks/sender.ts'
import { createVault } from '../src/webhooks/vault.ts'
import { announceTo, deliveriesOf, endpointOf, newSite, sealKeys, storeEndpoint } from './support/endpoints.ts'
import { type Received, type Receiver, startReceiver } from './support/receiver.ts'

let database: TestDatabase
let receiver: Receiver
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await database.drop()
})

const running: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop()
})

/** The job of one replica. */
function startReplica(settings: Partial<FetcherSettings> = {}): Loop[] {
  const fetcher = createGuardedFetcher({ userAgent: 'tests', overrides: receiver.overrides, ...settings })
  const lanes = startDelivering({
    database: database.pool,
    vault: createVault(sealKeys),
    send: createSender({ fetcher, prefixOf: () => '', clock: systemClock }),
    mailRest: async () => {},
    counted: () => {},
    clock: systemClock,
    logger: createLogger('dashboard', 'silent'),
    random: () => 0,
  })
  running.push({ stop: () => fetcher.close() }, ...lanes)
  return lanes
}

let paths = 0
async function endpoint(site = newSite()) {
  const path = `/${++paths}`
  return { path, ...(await storeEndpoint(database.pool, { site, url: receiver.url(path) })) }
}
const idsTo = (path: string) => receiver.to(path).map(({ id }) => id)
const queued = async (endpointId: string) => (await deliveriesOf(database.pool, endpointId)).map(({ id }) => id)
const isDone = (endpointId: string) => async () => {
  const deliveries = await deliveriesOf(database.pool, endpointId)
  return deliveries.length > 0 && deliveries.every(({ at }) => at !== null)
}

describe('an event', () => {
  it('is verified by a stranger’s library, as it came', async () => {
    const { path, id, site, secret } = await endpoint()
    await announceTo(database.pool, site, 'signed & “quoted”')
    startReplica()
    await until('the delivery', isDone(id))
    const [{ body, headers }] = receiver.to(path) as [Received]
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'alert.raised',
      data: { count: 1, alerts: [{ id: 'signed & “quoted”' }] },
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', host: `${path.slice(1)}.receiver.example` })
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    expect(JSON.stringify(await endpointOf(database.pool, id))).not.toContain(secret.slice(6))
  })

  it('is stored once, however often it is announced, and not at all where no endpoint wants it', async () => {
    const { id, site } = await endpoint()
    for (const _ of [1, 2, 3]) await announceTo(database.pool, site, 'once')
    await Promise.all([1, 2, 3].map(() => announceTo(database.pool, site, 'at once')))
    expect(await deliveriesOf(database.pool, id)).toHaveLength(2)
    const other = newSite()
    const silent = await storeEndpoint(database.pool, {
      site: other,
      url: receiver.url('/none'),
      events: ['rank.changed'],
    })
    await announceTo(database.pool, other, 'unwanted')
    expect(await deliveriesOf(database.pool, silent.id)).toEqual([])
    // The endpoint of another account at the same site gets nothing either.
    await announceTo(database.pool, { ...site, accountId: 'another' }, 'foreign')
    expect(await deliveriesOf(database.pool, id)).toHaveLength(2)
  })

  it('arrives in the order of the commits at each endpoint, under two replicas, whatever fails between', async () => {
    const site = newSite()
    const ends = [await endpoint(site), await endpoint(site), await endpoint(site)]
    for (const { path } of ends) {
      let asked = 0
      receiver.answers(path, (response) => response.writeHead(++asked % 7 === 3 ? 500 : 200).end())
    }
    const names = Array.from({ length: 60 }, (_, i) => `event ${i}`)
    await Promise.all(names.slice(0, 30).map((name) => announceTo(database.pool, site, name)))
    startReplica()
    startReplica()
    await Promise.all(names.slice(30).map((name) => announceTo(database.pool, site, name)))
    const due = setInterval(
      () => void database.pool.query('UPDATE webhook_endpoint SET due_at = now() WHERE fails > 0'),
      50,
    )
    for (const { id } of ends) await until('all deliveries', isDone(id))
    clearInterval(due)
    for (const { id, path } of ends) {
      const got = idsTo(path)
      // A try that failed was repeated before any later event.
      expect(got.filter((each, i) => got[i - 1] !== each)).toEqual(await queued(id))
    }
  })

  it('keeps its id when it is tried again, and its answer is kept without its end', async () => {
    const { path, id, site } = await endpoint()
    receiver.answers(path, (response) => response.writeHead(503).end(`no\n${'x'.repeat(500)}`))
    await announceTo(database.pool, site, 'again')
    startReplica()
    await until('the failure', async () => (await deliveriesOf(database.pool, id))[0]?.tries === 1)
    expect((await deliveriesOf(database.pool, id))[0]).toMatchObject({ status: 503, answer: `no ${'x'.repeat(197)}` })
    receiver.answers(path, (response) => response.end())
    await database.pool.query('UPDATE webhook_endpoint SET due_at = now() WHERE id = $1', [id])
    await until('the delivery', isDone(id))
    const [first, second] = idsTo(path)
    expect(second).toBe(first)
  })
})

describe('deliveries', () => {
  it('are deleted after 14 days, delivered or not; what is younger still arrives', async () => {
    const { path, id, site } = await endpoint()
    for (const name of ['old', 'older', 'young']) await announceTo(database.pool, site, name)
    await database.pool.query(
      `UPDATE webhook_delivery SET created_at = now() - interval '15 days' WHERE endpoint_id = $1 AND n < 3`,
      [id],
    )
    await database.pool.query(
      `UPDATE webhook_event SET created_at = now() - interval '29 days' WHERE site_id = $1 AND id IN
      (SELECT event_id FROM webhook_delivery WHERE endpoint_id = $2 AND n < 3)`,
      [site.id, id],
    )
    expect(await deleteOld(database.pool, new Date(), 1_000)).toBeGreaterThanOrEqual(2)
    expect(await deliveriesOf(database.pool, id)).toHaveLength(1)
    const { rowCount } = await database.pool.query('SELECT 1 FROM webhook_event WHERE site_id = $1', [site.id])
    expect(rowCount).toBe(1)
    startReplica()
    await until('the young one', isDone(id))
    expect(idsTo(path)).toEqual(await queued(id))
  })

  it('of large events come a few at a time, all in order', async () => {
    const { path, id, site } = await endpoint()
    const names = Array.from({ length: 30 }, (_, i) => `${i} ${'x'.repeat(90_000)}`)
    for (const name of names) await announceTo(database.pool, site, name)
    startReplica()
    await until('all', isDone(id))
    expect(idsTo(path)).toEqual(await queued(id))
  })
})

it('addresses and secrets are sealed again once the key has changed, and open with the new one alone', async () => {
  const { id, path, secret } = await endpoint()
  await createVault(`new:another-key-of-twenty-bytes,${sealKeys}`).resealOld(database.pool)
  const stored = await endpointOf(database.pool, id)
  const sealed = { id, sealedUrl: stored.sealed_url, sealedSecret: stored.sealed_secret, formerSecret: null }
  const opened = createVault('new:another-key-of-twenty-bytes').open({ ...sealed, formerUntil: null }, new Date())
  expect(opened).toEqual({ url: receiver.url(path), secrets: [secret] })
  expect(() => createVault('lost:a-key-that-sealed-none').open({ ...sealed, formerUntil: null }, new Date())).toThrow()
})

describe('endpoints', () => {
  it('that do not answer hold no other, even where there are more of them than places', async () => {
    const held: (() => void)[] = []
    const silent = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const made = await endpoint()
        receiver.answers(made.path, (response) => held.push(() => response.end()))
        await announceTo(database.pool, made.site, 'held')
        return made
      }),
    )
    startReplica({ limits: { headersMs: 120_000, totalMs: 120_000 } })
    await until('the silent ones to be asked', () => held.length >= 64)
    const quick = await Promise.all([endpoint(), endpoint(), endpoint()])
    for (const { site } of quick) for (let i = 0; i < 20; i++) await announceTo(database.pool, site, `quick ${i}`)
    for (const { id } of quick) await until('the quick ones', isDone(id))
    const waiting = (await Promise.all(silent.map(({ id }) => deliveriesOf(database.pool, id)))).flat()
    // Not one of the silent ones had to give up first.
    expect(waiting.filter(({ tries }) => tries > 0)).toEqual([])
    await until('all to be asked', () => {
      for (const end of held.splice(0)) end()
      return silent.every(({ path }) => receiver.to(path).length > 0)
    })
  })

  it('whose name leads to a private address get nothing, and say no more than that', async () => {
    const made = await storeEndpoint(database.pool, { url: 'https://inside.example.com/hook' })
    await announceTo(database.pool, made.site, 'inside')
    startReplica({ resolve: async () => ['10.0.0.5'] })
    await until('the failure', async () => (await deliveriesOf(database.pool, made.id))[0]?.tries === 1)
    expect((await deliveriesOf(database.pool, made.id))[0]).toMatchObject({ failure: 'not_public', status: null })
  })

  it('that redirect are not followed', async () => {
    const [from, to] = [await endpoint(), await endpoint()]
    receiver.answers(from.path, (response) => response.writeHead(302, { location: receiver.url(to.path) }).end())
    await announceTo(database.pool, from.site, 'elsewhere')
    startReplica()
    await until('the failure', async () => (await deliveriesOf(database.pool, from.id))[0]?.tries === 1)
    expect((await deliveriesOf(database.pool, from.id))[0]).toMatchObject({ status: 302, at: null })
    expect(receiver.to(to.path)).toEqual([])
  })

  it('say themselves when they want more', async () => {
    const { path, id, site } = await endpoint()
    receiver.answers(path, (response) => response.writeHead(429, { 'retry-after': '600' }).end())
    await announceTo(database.pool, site, 'later')
    startReplica()
    const { due_at: dueAt } = await until('the pause', async () => {
      const stored = await endpointOf(database.pool, id)
      return stored.fails === 1 && stored
    })
    expect(dueAt.getTime() - Date.now()).toBeGreaterThan(590_000)
  })
})
