import { type Forwarder, startForwarder } from '@rts/local/testing/forwarder'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
let way: Forwarder
let databasePort: number

async function throughForwarder(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  databasePort = Number(url.port)
  way = await startForwarder(databasePort)
  url.port = String(way.port)
  return url.href
}

beforeAll(async () => {
  world = await startWorld({ through: throughForwarder })
})
afterAll(async () => {
  await world.stop()
  await way.close()
})

const caller = callerOf()
const list = () => world.call(caller, 'GET', '/projects')
const create = () => world.call(caller, 'POST', '/projects', { name: 'A', domain: 'a.com' })

it('calls while the database is away are 503, over HTTP and NATS, and answered again when it is back', async () => {
  expect((await create()).status).toBe(200)
  const underWay = Array.from({ length: 20 }, (_, i) => (i % 2 ? create() : list()))
  way.leadTo(undefined)
  const refused = { status: 503, body: { code: 'unavailable', retryable: true } }
  for (const { status } of await Promise.all(underWay)) expect([200, 503]).toContain(status)
  expect(await list()).toMatchObject(refused)
  expect(await create()).toMatchObject(refused)
  await expect(world.rpc('sites.list', { query: {} }, caller)).rejects.toMatchObject({ code: 'unavailable' })
  way.leadTo(databasePort)
  await until('calls to be answered', async () => (await list()).status === 200)
  expect((await create()).body.created).toBe(false)
})

it('a write that finds no room on the disk of the database is 503, and is answered once there is room', async () => {
  await world.parts.pool.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`)
  await world.parts.pool.query(
    'CREATE TRIGGER full_disk BEFORE INSERT ON site FOR EACH ROW EXECUTE FUNCTION full_disk()',
  )
  const add = () => world.call(caller, 'POST', '/projects', { name: 'B', domain: 'b.com' })
  expect(await add()).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } })
  await world.parts.pool.query('DROP TRIGGER full_disk ON site')
  expect(await add()).toMatchObject({ status: 200, body: { created: true } })
})
