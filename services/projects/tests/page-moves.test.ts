import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ensureDatabase } from '@rts/local/postgres'
import { until } from '@rts/local/testing/until'
import { defaultPlans } from '@rts/shared/plans'
import { migrationsOf } from '@rts/shared/service/migration-files'
import { applyMigrations } from '@rts/shared/service/migrations'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { claimNext } from '../src/rank-checks/due-pages.sql.ts'
import { countPartsToMove } from '../src/rank-checks/moves.sql.ts'
import { movePages } from '../src/rank-checks/moves.ts'
import { storePage } from '../src/rank-checks/results-pages.sql.ts'
import { transact } from '../src/transact.ts'
import { storedPages } from './support/stored-pages.ts'

const child = path.join(import.meta.dirname, 'support/move-worker.ts')
const dayMs = 86_400_000
const name = 'projects_before_packed_pages'
const [targets, days] = [40, 60]
const later = new Date(Date.now() + 2 * dayMs)
let db: pg.Pool
let before: Awaited<ReturnType<typeof storedPages>>
let cost: unknown

const count = async (sql: string): Promise<number> =>
  (await db.query(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0].n
const costs = async (tables: string) =>
  (await db.query(`SELECT sum(cost_usd)::text AS usd, count(cost_usd)::int AS n FROM ${tables}`)).rows[0]
const moveAll = async (blocks: number) => {
  while (await movePages(db, later, blocks)) {}
}

beforeAll(async () => {
  const url = await ensureDatabase(inject('postgresUrl'), name)
  db = new pg.Pool({ connectionString: url })
  const { kit, own } = migrationsOf('projects')
  const at = own.findIndex((migration) => migration.name.endsWith('_packed_pages'))
  await applyMigrations(db, { kit, own: own.slice(0, at) })
  await db.query(`SELECT ranks.ensure_partitions('2026-09-01', 3)`)
  // Pages with and without details, cost and results, in months and in none, and of a target that is deleted.
  await db.query(`
    INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds)
      SELECT 'page ' || n, n, n, 'us', 'en', 1 FROM generate_series(1, ${targets}) n;
    INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, cost_usd, hosts, urls, questions)
      SELECT 'page ' || n, '2026-08-20'::timestamptz + day * interval '1 day', CASE n % 2 WHEN 0 THEN 'serper' ELSE 'searxng' END, n % 3 = 0,
        n, nullif(n * 0.000001, 0.000007),
        ARRAY(SELECT CASE i % 9 WHEN 0 THEN '' ELSE i || '-bücher.example' END FROM generate_series(1, n % 40) i),
        CASE WHEN day > 20 THEN ARRAY(SELECT CASE i % 9 WHEN 0 THEN NULL ELSE 'https://www.' || i || '-bücher.example/' || day END
          FROM generate_series(1, n % 40) i) END,
        CASE n % 4 WHEN 0 THEN '{}' WHEN 1 THEN NULL ELSE ARRAY['why ' || n || '?', '日本'] END
      FROM generate_series(1, ${targets + 5}) n, generate_series(1, ${days}) day`)
  await applyMigrations(db, { kit, own })
  before = await storedPages(db)
  cost = await costs('ranks.results_page r JOIN page_target t ON t.id = r.target_id')
})
afterAll(() => db.end())

it('pages of earlier releases are read as they were stored', () => {
  expect(before).toHaveLength(targets * days)
  expect(
    before.find(({ targetId, fetchedAt }) => targetId === 'page 2' && fetchedAt > new Date('2026-10-01')),
  ).toMatchObject({
    source: 'serper',
    sandbox: false,
    depth: 2,
    hosts: ['1-bücher.example', '2-bücher.example'],
    urls: ['https://www.1-bücher.example/43', 'https://www.2-bücher.example/43'],
    questions: ['why 2?', '日本'],
  })
})

it('begins a day after its release, so that the one before can come back and write meanwhile', async () => {
  expect(await movePages(db, new Date(Date.now() + dayMs - 60_000), 1)).toBe(false)
  expect(await count('ranks.page')).toBe(0)
})

it('a target of the release before has a number once it is claimed', async () => {
  const numbered = () => count('page_target WHERE seq IS NOT NULL')
  expect(await numbered()).toBe(0)
  await db.query(`UPDATE page_target SET next_due_at = now() - interval '1 second' WHERE id = 'page 3'`)
  await claimNext(db, ['page 3'], new Date(), { plans: defaultPlans, isSmart: false })
  expect(await numbered()).toBe(1)
})

it('a page that the release before stored is not stored again', async () => {
  const [page] = before
  if (!page) throw new Error('no page')
  await transact(db, (tx) => storePage(tx, page.targetId, { ...page, costUsd: 1 }))
  expect(await count('ranks.page')).toBe(0)
})

it('a page that the release before writes to a month whose blocks are done is moved too', async () => {
  await movePages(db, later, 1_000)
  await db.query(
    `INSERT INTO ranks.results_page SELECT 'page 1', '2026-09-22 12:00', 'late', false, 1, NULL, '{a.com}'`,
  )
  before = await storedPages(db)
  expect(before).toHaveLength(targets * days + 1)
  const parts = await countPartsToMove(db)
  while ((await countPartsToMove(db)) === parts) await movePages(db, later, 1_000)
  expect(await storedPages(db)).toEqual(before)
})

it('a process that is killed in the middle loses nothing, and two others end its work; readers see every page once', async () => {
  const moved = await count('ranks.page')
  const mover = spawn(process.execPath, [child, 'pages', db.options.connectionString ?? ''])
  await until('some hundred are moved', async () => (await count('ranks.page')) > moved + 300)
  mover.kill('SIGKILL')
  await once(mover, 'exit')
  expect(await count('ranks.page')).toBeLessThan(targets * days)
  expect(await storedPages(db)).toEqual(before)
  await Promise.all([moveAll(2), moveAll(3)])
  await moveAll(100)
  expect(await storedPages(db)).toEqual(before)
  expect(await count('ranks.page')).toBe(targets * days + 1)
  expect(await costs('ranks.page')).toEqual(cost)
  expect(await countPartsToMove(db)).toBe(0)
  expect(await count('page_target WHERE seq IS NULL')).toBe(0)
  expect((await db.query(`SELECT to_regclass('ranks.results_page') AS old`)).rows).toEqual([{ old: null }])
  expect(await count('ranks.page_detail')).toBe(before.filter(({ isDetailed }) => isDetailed).length)
})
