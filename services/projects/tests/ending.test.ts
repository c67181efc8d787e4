import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { endStep, endUnreadPages } from '../src/ending/deletion.ts'
import { endSites } from '../src/sites/sites.ts'
import { countOrphans } from './support/orphans.ts'
import { type Stage, startStage } from './support/stage.ts'

const child = path.join(import.meta.dirname, 'support/ending-worker.ts')
const phrases = (name: string) => Array.from({ length: 60 }, (_, n) => `${name} ${n}`)
const none = { positions: 0, changes: 0, pages: 0 }
let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const one = async (sql: string) => (await stage.column<number>(sql))[0] ?? 0
const positions = () => one('SELECT count(*)::int FROM ranks.rank')
const close = (account: string) => inTransaction(stage.pool, (tx) => endSites(tx, account, stage.clock.now()))

/** Two accounts with a history of a hundred days; they share the page `shared`. */
async function trackTwo() {
  for (const account of ['kept', 'closed']) await stage.track(account, { phrases: [...phrases(account), 'shared'] })
  await stage.pool.query(`
    INSERT INTO ranks.rank SELECT k.seq, '2026-11-20'::timestamptz - day * interval '1 day', d.seq, 0, 1, 100, 1
    FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id, generate_series(1, 100) day;
    INSERT INTO ranks.page (page, fetched_at, source, depth, cost_usd, hosts) SELECT seq, '2026-11-20', 1, 100, NULL, '\\x00' FROM page_target;
    INSERT INTO ranks.page_detail SELECT seq, '2026-11-20', '\\x00' FROM page_target;
    INSERT INTO ranks.notable_change SELECT site_id, site_id, '2026-11-20', id, 0, 1, NULL, 1, '2026-11-19', 2, NULL, 2 FROM keyword`)
}

it('a closed account is deleted step after step; a step that is killed is made again, and two replicas share the rest', async () => {
  await trackTwo()
  await close('closed')
  expect(await positions()).toBe(2 * 61 * 100)
  const worker = spawn(process.execPath, [child, stage.url])
  await until('some keywords are deleted', async () => (await positions()) < 2 * 61 * 100 - 500)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const left = await one(`SELECT count(*)::int FROM keyword WHERE site_id = 'closed'`)
  expect(left).toBeGreaterThan(0)
  expect(await countOrphans(stage.pool)).toEqual(none)
  const end = async () => {
    while (await endStep(stage.pool, stage.clock.now(), 0)) {}
  }
  await Promise.all([end(), end()])
  await end()
  expect(await stage.column('SELECT id FROM site')).toEqual(['kept'])
  expect(await positions()).toBe(61 * 100)
  expect(await one('SELECT count(*)::int FROM ranks.notable_change')).toBe(61)
  await endUnreadPages(stage.pool, () => false)
  expect(await one('SELECT count(*)::int FROM ranks.page')).toBe(61)
  expect(await one('SELECT count(*)::int FROM ranks.page_detail')).toBe(61)
  expect(await countOrphans(stage.pool)).toEqual(none)
})

it('pages without a reader are found in every part of all pages, also where a step has time for one alone', async () => {
  await trackTwo()
  await stage.pool.query(`
    INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds)
    SELECT 'unread-' || n, 'unread ' || n, 'unread ' || n, 'us', 'en', 0 FROM generate_series(1, 1200) n`)
  const before = await one('SELECT count(*)::int FROM page_target')
  await endUnreadPages(stage.pool, () => false, 0)
  expect(before - (await one('SELECT count(*)::int FROM page_target'))).toBe(1_200)
})

it('a step deletes one keyword at least, and no more once its time is over', async () => {
  await trackTwo()
  await close('closed')
  expect(await endStep(stage.pool, stage.clock.now(), 0)).toBe(true)
  expect(await one(`SELECT count(*)::int FROM keyword WHERE site_id = 'closed'`)).toBe(60)
  expect(await positions()).toBe(2 * 61 * 100 - 100)
})

it('queries from the search console go before their site, in steps, and those of others stay', async () => {
  await trackTwo()
  await stage.pool.query(`
    INSERT INTO search_reading (site_id, property, days, start_date, end_date, clicks, impressions, is_cut, sandbox, read_at)
      SELECT id, 'p', 28, '', '', 1, 1, false, true, now() FROM site;
    INSERT INTO search_query SELECT id, n, n, n, 1, 1, 1, 1 FROM search_reading, generate_series(1, 25000) n`)
  await close('closed')
  while ((await one(`SELECT count(*)::int FROM keyword WHERE site_id = 'closed'`)) > 0)
    await endStep(stage.pool, stage.clock.now())
  expect(await one('SELECT count(*)::int FROM search_query')).toBe(50_000)
  expect(await endStep(stage.pool, stage.clock.now())).toBe(true)
  expect(await one('SELECT count(*)::int FROM search_query')).toBe(30_000)
  while (await endStep(stage.pool, stage.clock.now())) {}
  expect(await one('SELECT count(*)::int FROM search_query')).toBe(25_000)
  expect(await stage.column('SELECT site_id FROM search_reading')).toEqual(['kept'])
})

const keywords = 60
const days = 100

/** The positions and changes of a domain, also when its row is deleted. */
const historyOf = async (seq: number) => [
  await one(`SELECT count(*)::int FROM ranks.rank WHERE domain = ${seq}`),
  await one(`SELECT count(*)::int FROM ranks.notable_change WHERE domain_id = 'd${seq}' OR own_id = 'd${seq}'`),
]
const left = () => stage.column('SELECT id FROM tracked_domain ORDER BY seq')
const end = async (forMs?: number) => {
  while (await endStep(stage.pool, stage.clock.now(), forMs)) {}
}

/** A site with a history for five domains: its own, the one before, and rivals that stay, were removed long ago, and lately. */
async function trackAll() {
  await stage.track('a', { phrases: Array.from({ length: keywords }, (_, n) => `phrase ${n}`) })
  await stage.pool.query(`
    DELETE FROM tracked_domain;
    INSERT INTO tracked_domain (id, seq, site_id, domain, kind, since, deleted_at) VALUES
      ('d1', 1, 'a', 'new.com', 'own', now(), NULL), ('d2', 2, 'a', 'old.com', 'own', now(), '2026-10-20'),
      ('d3', 3, 'a', 'rival.com', 'competitor', now(), NULL), ('d4', 4, 'a', 'gone.com', 'competitor', now(), '2026-10-21'),
      ('d5', 5, 'a', 'lately.com', 'competitor', now(), '2026-10-23');
    INSERT INTO ranks.rank SELECT k.seq, '2026-10-19'::timestamptz - day * interval '1 day', d, day % 2, 1, 100, 1
    FROM keyword k, generate_series(1, ${days}) day, generate_series(1, 5) d;
    INSERT INTO ranks.notable_change SELECT 'd' || own, 'd' || d, '2026-10-19', k.id, 0, 1, NULL, 1, '2026-10-18', 2, NULL, 2
    FROM keyword k, generate_series(1, 2) own, generate_series(1, 5) d WHERE d > 2 OR d = own`)
}

it('a domain that was removed thirty days ago leaves no position and no notable change, step after step; all others keep theirs', async () => {
  await trackAll()
  const worker = spawn(process.execPath, [child, stage.url])
  await until(
    'a part is deleted',
    async () => (await one('SELECT count(*)::int FROM ranks.rank')) < 5 * keywords * days - 500,
  )
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(await left()).toHaveLength(5)
  expect(await countOrphans(stage.pool)).toEqual({ positions: 0, changes: 0, pages: 0 })
  await Promise.all([end(0), end(0)])
  await end()
  expect(await left()).toEqual(['d1', 'd3', 'd5'])
  for (const gone of [2, 4]) expect(await historyOf(gone)).toEqual([0, 0])
  expect(await historyOf(1)).toEqual([keywords * days, 3 * keywords])
  for (const kept of [3, 5]) expect(await historyOf(kept)).toEqual([keywords * days, keywords])
  expect(await countOrphans(stage.pool)).toEqual({ positions: 0, changes: 0, pages: 0 })
})

it('a step takes one keyword at least, and no more once its time is over', async () => {
  await trackAll()
  expect(await endStep(stage.pool, stage.clock.now(), 0)).toBe(true)
  expect(await historyOf(2)).toEqual([(keywords - 1) * days, 4 * keywords])
})
