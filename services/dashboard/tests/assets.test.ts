import { brotliCompressSync } from 'node:zlib'
import { freePort } from '@rts/local/ports'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createRecords, type Records } from '../src/database.sql.ts'
import { findAsset, keepAssets } from '../src/http/assets.sql.ts'
import { pages } from '../web/routes.ts'
import { startWorld, type World } from './support/world.ts'

const script = { type: 'text/javascript; charset=utf-8', bytes: Buffer.from('export {}') }
const file = { ...script, brotli: brotliCompressSync(script.bytes) }
const files = (...names: string[]) => new Map(names.map((name) => [`/assets/${name}`, file]))
const day = (n: number) => new Date(Date.UTC(2026, 10, 1 + n))

describe('the files of pages', () => {
  let database: TestDatabase
  let records: Records
  beforeAll(async () => {
    database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
    records = createRecords(database.pool)
  })
  afterAll(() => database.drop())
  const stored = async () => (await records.asset.findMany({ orderBy: { path: 'asc' } })).map(({ path }) => path)

  it('are kept for other releases as they are, by replicas that start together', async () => {
    await Promise.all(
      [1, 2, 3].map(() => keepAssets({ pool: database.pool, records }, files('one-a.js', 'two-a.js'), day(0))),
    )
    expect(await findAsset(records, '/assets/one-a.js')).toEqual(file)
    expect(await findAsset(records, '/assets/one-b.js')).toBeUndefined()
  })

  it('stay for thirty days after the last replica that has them, and then only those of releases that run', async () => {
    for (const n of [10, 20, 30])
      await keepAssets({ pool: database.pool, records }, files('one-b.js', 'two-a.js'), day(n))
    expect(await stored()).toEqual(['/assets/one-a.js', '/assets/one-b.js', '/assets/two-a.js'])
    await keepAssets({ pool: database.pool, records }, files('one-b.js', 'two-a.js'), day(31))
    expect(await stored()).toEqual(['/assets/one-b.js', '/assets/two-a.js'])
  })
})

describe('a replica', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  it('is ready once replicas of another release find its files', async () => {
    const adminPort = await freePort()
    const lock = await world.database.pool.connect()
    await lock.query('BEGIN; LOCK TABLE asset')
    await world.startDashboard({ ADMIN_PORT: String(adminPort) })
    const ready = () => fetch(`http://127.0.0.1:${adminPort}/readyz`)
    const early = await ready()
    await lock.query('COMMIT')
    lock.release()
    expect([early.status, await early.json()]).toMatchObject([
      503,
      { parts: [{ ok: true }, {}, { name: 'pages', ok: false }] },
    ])
    await until('it to be ready', async () => (await ready()).ok)
  })

  it('answers the files of another release, which an open page loads later, and keeps its own for that one', async () => {
    const records = createRecords(world.database.pool)
    await keepAssets({ pool: world.database.pool, records }, files('page-of-another.js'), new Date())
    const { status, headers, body } = await world.browser().get('/assets/page-of-another.js', { accept: '*/*' })
    expect([status, String(body), headers['content-type']]).toEqual([200, 'export {}', script.type])
    expect(headers['cache-control']).toContain('immutable')
    const { body: document } = await world.browser().get(pages.signUp)
    const [, main = ''] = /src="(\/assets\/main-[^"]+)"/.exec(String(document)) ?? []
    const kept = await until('its own files to be kept', async () => (await findAsset(records, main)) ?? false)
    expect(kept.bytes.length).toBeGreaterThan(1_000)
    expect((await world.browser().get('/assets/of-no-release.js', { accept: '*/*' })).status).toBe(404)
  })
})
