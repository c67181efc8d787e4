import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { countAttempt, deleteIdleAttempts } from '../src/attempts/attempts.sql.ts'
import type { Bucket } from '../src/attempts/attempts.ts'

let database: TestDatabase
let second: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
  second = new pg.Pool({ connectionString: database.url, max: 10 })
})
afterAll(async () => {
  await second.end()
  await database.drop()
})

const admit = (...args: [Bucket[], Date?]) => countAttempt(database.pool, ...args)
const bucket = (name: string, limit = 10, seconds = 60) => ({ bucket: name, limit, seconds })

it('of forty at once over two replicas exactly the limit is admitted', async () => {
  const replicas = [database.pool, second]
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_none, i) =>
      replicas.map((pool, n) => countAttempt(pool, [bucket('forty'), bucket(`each ${(2 * i + n) % 4}`, 100)])),
    ).flat(),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(60_000)
})

it('buckets in either order never wait for each other in a circle', async () => {
  const pair = [bucket('a', 1_000), bucket('b', 1_000)]
  const waits = await Promise.all(Array.from({ length: 60 }, (_none, i) => admit(i % 2 ? pair : [...pair].reverse())))
  expect(new Set(waits)).toEqual(new Set([0]))
})

it('an attempt that one bucket refuses is counted in none', async () => {
  expect(await admit([bucket('small', 1)])).toBe(0)
  for (let i = 0; i < 3; i++) expect(await admit([bucket('small', 1), bucket('large', 2)])).toBeGreaterThan(0)
  expect(await admit([bucket('large', 2)])).toBe(0)
  expect(await admit([bucket('large', 2)])).toBe(0)
  expect(await admit([bucket('large', 2)])).toBeGreaterThan(0)
})

it('the window slides: the wait is until the oldest leaves, and refusals do not lengthen it', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  const slide = [bucket('slide', 2, 60)]
  expect(await admit(slide, at(0))).toBe(0)
  expect(await admit(slide, at(10))).toBe(0)
  expect(await admit(slide, at(20))).toBe(40_000)
  expect(await admit(slide, at(59))).toBe(1_000)
  expect(await admit(slide, at(60))).toBe(0)
  expect(await admit(slide, at(60))).toBe(10_000)
})

it('an idle bucket is forgotten, one in use is not', async () => {
  await admit([bucket('old', 2, 60)], new Date(Date.now() - 61_000))
  await admit([bucket('new', 1, 60)])
  expect(await deleteIdleAttempts(database.pool)).toBeGreaterThan(0)
  const left = await database.pool.query(`SELECT bucket FROM attempt WHERE bucket IN ('old', 'new')`)
  expect(left.rows).toEqual([{ bucket: 'new' }])
})
