import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ensureDatabase } from '@rts/local/postgres'
import { until } from '@rts/local/testing/until'
import { migrationsOf } from '@rts/shared/service/migration-files'
import { applyMigrations } from '@rts/shared/service/migrations'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { moveBlocks } from '../src/rank-checks/moves.sql.ts'

const child = path.join(import.meta.dirname, 'support/move-worker.ts')
const dayMs = 86_400_000
const name = 'projects_of_the_release_before'
let db: pg.Pool
let before: unknown

const readAll = async () => {
  const { rows } = await db.query(
    `SELECT count(*)::int AS n, sum(hashtextextended(concat_ws('|', k.id, d.id, h.epoch, h.checked_at, h.position, h.url, h.depth, h.source,
       h.sandbox), 0)) AS sum
     FROM ranks.history h JOIN keyword k ON k.seq = h.keyword JOIN tracked_domain d ON d.seq = h.domain`,
  )
  return rows[0]
}
const countMoved = async () => (await db.query('SELECT count(*)::int AS n FROM ranks.rank')).rows[0].n

beforeAll(async () => {
  const url = await ensureDatabase(inject('postgresUrl'), name)
  db = new pg.Pool({ connectionString: url })
  const { kit, own } = migrationsOf('projects')
  const at = own.findIndex((migration) => migration.name.endsWith('_sources'))
  await applyMigrations(db, { kit, own: own.slice(0, at) })
  await db.query(`SELECT ranks.ensure_partitions('2026-09-01', 3)`)
  await db.query(`
    INSERT INTO account (id, plan, known_at) VALUES ('a', 'scale', now());
    INSERT INTO site (id, account_id, name, domain, tags, country, language, domain_since, created_at)
      VALUES ('s', 'a', 'Site', 'a.com', '{}', 'us', 'en', now(), now());
    INSERT INTO tracked_domain (id, site_id, domain, kind, since) VALUES ('own', 's', 'a.com', 'own', now()), ('rival', 's', 'b.com', 'competitor', now());
    INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds) VALUES ('t', 't', 't', 'us', 'en', 1);
    INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, tracked_since, created_at)
      SELECT 'keyword ' || n, 's', n, n, 'us', 'en', 't', now(), now() FROM generate_series(1, 50) n;
    INSERT INTO ranks.position
      SELECT 'keyword ' || n, n % 2, d, '2026-08-20'::timestamptz + day * interval '1 day', (n * day) % 101, nullif('https://a.com/' || n, 'https://a.com/7'),
        nullif(100, n), CASE n % 3 WHEN 0 THEN 'serpbear' ELSE 'serper' END, n % 3 = 1
      FROM generate_series(1, 60) n, unnest('{own,rival,gone}'::text[]) d, generate_series(1, 80) day`)
  await applyMigrations(db, { kit, own })
  before = await readAll()
})
afterAll(() => db.end())

it('begins a day after its release, so that the one before can come back', async () => {
  expect(before).toMatchObject({ n: 50 * 2 * 80 })
  expect(await moveBlocks(db, new Date(Date.now() + dayMs - 60_000), 1)).toBe(false)
  expect(await countMoved()).toBe(0)
})

it('all of a keyword moves at once where an earlier rank is written', async () => {
  await db.query(`SELECT ranks.move_history('{keyword 7}')`)
  expect(await countMoved()).toBe(160)
  expect(await readAll()).toEqual(before)
})

it('a process that is killed in the middle loses nothing, and two others end its work; readers see every position once', async () => {
  const mover = spawn(process.execPath, [child, 'positions', db.options.connectionString ?? ''])
  await until('a thousand moved', async () => (await countMoved()) > 1_000)
  mover.kill('SIGKILL')
  await once(mover, 'exit')
  expect(await countMoved()).toBeLessThan(50 * 2 * 80)
  expect(await readAll()).toEqual(before)
  const later = new Date(Date.now() + 2 * dayMs)
  const wrong: unknown[] = []
  const end = async () => {
    while (await moveBlocks(db, later, 2)) {
      const now = await readAll()
      if (JSON.stringify(now) !== JSON.stringify(before)) wrong.push(now)
    }
  }
  await Promise.all([end(), end()])
  while (await moveBlocks(db, later, 100)) {}
  expect(wrong).toEqual([])
  expect(await readAll()).toEqual(before)
  expect(await countMoved()).toBe(50 * 2 * 80)
  expect(
    (
      await db.query(
        `SELECT to_regclass('ranks.position') AS old, (SELECT count(*)::int FROM ranks.move WHERE parent = 'position') AS parts`,
      )
    ).rows,
  ).toEqual([{ old: null, parts: 0 }])
})
