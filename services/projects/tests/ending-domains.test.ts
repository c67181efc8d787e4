import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { endStep } from '../src/ending/deletion.ts'
import { countOrphans } from './support/orphans.ts'
import { type Stage, startStage } from './support/stage.ts'

const child = path.join(import.meta.dirname, 'support/ending-worker.ts')
const keywords = 60
const days = 100
let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const one = async (sql: string) => (await stage.column<number>(sql))[0] ?? 0
/** The positions and turns of a domain, also when its row is deleted. */
const historyOf = async (seq: number) => [
  await one(`SELECT count(*)::int FROM ranks.rank WHERE domain = ${seq}`),
  await one(`SELECT count(*)::int FROM ranks.turn WHERE domain_id = 'd${seq}' OR own_id = 'd${seq}'`),
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
    INSERT INTO ranks.turn SELECT 'd' || own, 'd' || d, '2026-10-19', k.id, 0, 1, NULL, 1, '2026-10-18', 2, NULL, 2
    FROM keyword k, generate_series(1, 2) own, generate_series(1, 5) d WHERE d > 2 OR d = own`)
}

it('a domain that was removed thirty days ago leaves no position and no turn, step after step; all others keep theirs', async () => {
  await trackAll()
  const worker = spawn(process.execPath, [child, stage.url])
  await until(
    'a part is deleted',
    async () => (await one('SELECT count(*)::int FROM ranks.rank')) < 5 * keywords * days - 500,
  )
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(await left()).toHaveLength(5)
  expect(await countOrphans(stage.pool)).toEqual({ positions: 0, turns: 0, pages: 0 })
  await Promise.all([end(0), end(0)])
  await end()
  expect(await left()).toEqual(['d1', 'd3', 'd5'])
  for (const gone of [2, 4]) expect(await historyOf(gone)).toEqual([0, 0])
  expect(await historyOf(1)).toEqual([keywords * days, 3 * keywords])
  for (const kept of [3, 5]) expect(await historyOf(kept)).toEqual([keywords * days, keywords])
  expect(await countOrphans(stage.pool)).toEqual({ positions: 0, turns: 0, pages: 0 })
})

it('a step takes one keyword at least, and no more once its time is over', async () => {
  await trackAll()
  expect(await endStep(stage.pool, stage.clock.now(), 0)).toBe(true)
  expect(await historyOf(2)).toEqual([(keywords - 1) * days, 4 * keywords])
})
