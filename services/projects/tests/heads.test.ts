import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { deleteEndedQueries, deleteEndedSites, lockEnded } from '../src/ending/deletion.sql.ts'
import { findLateCourse } from '../src/history/courses.sql.ts'
import { listUnfilled } from '../src/history/pasts.sql.ts'
import { sealedUnderOtherKeys } from '../src/search-console/grants.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
  const from = 'FROM generate_series(1, 3000) n'
  await database.pool.query(`INSERT INTO account (id, plan, known_at) VALUES ('a', 'scale', now())`)
  await database.pool.query(
    `INSERT INTO site (id, account_id, name, domain, tags, country, language, domain_since, created_at, deleted_at, in_trash)
     SELECT 's' || n, 'a', 'S' || n, 'd.example', '{}', 'us', 'en', now(), now(), now(), true ${from}`,
  )
  await database.pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since) SELECT 'd' || n, 's' || n, 'd.example', 'own', now() ${from}`,
  )
  await database.pool.query(
    `INSERT INTO ranks.course (domain, reach, first, last)
     SELECT seq, CASE WHEN seq % 2 = 0 THEN 1 ELSE 0 END, CASE WHEN seq % 2 = 0 THEN date '2025-01-01' ELSE '2026-01-01' END, '2026-01-02'
     FROM tracked_domain`,
  )
  await database.pool.query(
    `INSERT INTO google_grant (account_id, google_sub, email, refresh_sealed, scope, connected_by, connected_at)
     SELECT 'a' || n, 'g' || n, 'e', 'now.t', 's', 'p', now() ${from}`,
  )
  await database.pool.query('VACUUM ANALYZE')
})
afterAll(() => database.drop())

it('finding competitors whose past is incomplete reads none of the other domains', async () => {
  expect(await rowsRead(database.url, listUnfilled)).toBeLessThan(20)
})

it('finding a course that ends too early or begins too late reads no other, and none that nobody asked for', async () => {
  const head = (db: Parameters<typeof findLateCourse>[0]) =>
    findLateCourse(db, { passed: [], last: '2026-01-01', first: '2025-06-01' })
  expect(await rowsRead(database.url, head)).toBeLessThan(20)
})

it('finding connections that another key sealed reads none of its own', async () => {
  expect(await rowsRead(database.url, (db) => Array.fromAsync(sealedUnderOtherKeys(db, 'now')))).toBeLessThan(20)
})

it('finding what is deleted for good reads nothing that is in the trash', async () => {
  const before = new Date(Date.now() - 30 * 86_400_000)
  const work = async (db: Parameters<typeof deleteEndedSites>[0]) => {
    await inTransaction(db, (tx) => lockEnded(tx, before, 500))
    await deleteEndedQueries(db, before, 500)
    await deleteEndedSites(db, before, 20)
  }
  expect(await rowsRead(database.url, work)).toBeLessThan(20)
})
