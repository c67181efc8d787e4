import { until } from '@rts/local/testing/until'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditFinished } from '../src/webhooks/webhooks.ts'
import { announceTo, deliveriesOf, storeEndpoint } from './support/endpoints.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  world = await startWorld({ HOST_OVERRIDES: receiver.variable }, { inProcesses: true })
})
afterAll(async () => {
  await world.stop()
  await receiver.close()
})

it('a process that is killed between its request and the answer loses nothing: another sends the event again, with its id', async () => {
  const { pool } = world.database
  const { id, site, secret } = await storeEndpoint(pool, { url: receiver.url('/killed') })
  receiver.answers('/killed', () => {})
  for (const name of ['a', 'b']) await announceTo(pool, site, name)
  await until('the request', () => receiver.to('/killed').length === 1)
  await world.kill()
  receiver.answers('/killed', (response) => response.end())
  await world.startDashboard()
  // As if the lease of the dead process were over.
  await pool.query('UPDATE webhook_endpoint SET lease_until = now()')
  await until('all deliveries', async () => (await deliveriesOf(pool, id)).every(({ at }) => at !== null))
  const [a, b] = (await deliveriesOf(pool, id)).map(({ id: event }) => event)
  expect(receiver.to('/killed').map((each) => each.id)).toEqual([a, a, b])
  // Neither the secret nor the address is in a line of the logs.
  for (const hidden of [secret.slice(6), 'killed.receiver.example']) expect(world.logs()).not.toContain(hidden)
  expect(world.logs()).toContain('"service":"dashboard"')
})

it('an event is part of the transaction that announces it: one that breaks off leaves none', async () => {
  const { pool } = world.database
  const { id, site } = await storeEndpoint(pool, { url: receiver.url('/none') })
  await pool.query(
    `INSERT INTO known.site (id, account_id, name, domain, country, language, created_at, version)
     VALUES ($1, $2, 'Peets', 'peets.com', 'us', 'en', now(), 1)`,
    [site.id, site.accountId],
  )
  const counts = { score: 90, health: 80, pages: 3, errors: 1, warnings: 0, notices: 0, newIssues: [], fixedIssues: [] }
  const state = {
    siteId: site.id,
    at: new Date().toISOString(),
    sandbox: true,
    crawlId: 'c1',
    status: 'ready',
    ...counts,
  }
  const fact = { id: 'f1', aggregate: 'audit:c1', version: 1, type: 'audit.finished' as const, state }
  const broken = inTransaction(pool, async (tx) => {
    await auditFinished(tx, fact)
    throw new Error('breaks off')
  })
  await expect(broken).rejects.toThrow('breaks off')
  expect(await deliveriesOf(pool, id)).toEqual([])
  await inTransaction(pool, (tx) => auditFinished(tx, fact))
  const [got] = await until('the event', () => {
    const all = receiver.to('/none')
    return all.length > 0 && all
  })
  expect(JSON.parse(got?.body ?? '')).toMatchObject({
    type: 'audit.finished',
    sandbox: true,
    data: { project: { id: site.id, name: 'Peets', domain: 'peets.com' }, crawlId: 'c1', score: 90 },
  })
})
