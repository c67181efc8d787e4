import { createLogger } from '@rts/shared/logger'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { searchStep } from '../src/ending/orphans.ts'
import { countOrphans } from './support/orphans.ts'
import { type Stage, startStage } from './support/stage.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const logger = createLogger('projects', 'fatal')
const one = async (sql: string) => (await stage.column<number>(sql))[0] ?? 0
const step = (max?: number) => searchStep({ db: stage.pool, clock: stage.clock, logger }, max)
/** Searches everything in small steps; answers how many it took. */
async function search(): Promise<number> {
  let steps = 0
  while (await step(7)) steps++
  return steps
}
const shown = async () => /projects_orphans(?:\{[^}]*\})? (\d+)/.exec(await stage.metrics())?.[1]

beforeEach(async () => {
  await stage.clear()
  await stage.pool.query(
    `UPDATE ranks.orphan_search SET begun_at = '-infinity', after = NULL, found = 0, found_so_far = 0`,
  )
  await stage.track('a', { phrases: ['one', 'two', 'three'], paused: true })
  await stage.pool.query(`
    INSERT INTO ranks.rank SELECT k.seq, '2026-11-20'::timestamptz - day * interval '1 day', d.seq, day % 2, 1, 100, 1
    FROM keyword k, tracked_domain d, generate_series(1, 10) day;
    INSERT INTO ranks.notable_change SELECT 'a', 'a', '2026-11-20', id, 0, 1, NULL, 1, '2026-11-19', 2, NULL, 2 FROM keyword;
    INSERT INTO ranks.page (page, fetched_at, source, depth, cost_usd, hosts) SELECT seq, '2026-11-20', 1, 100, NULL, '\\x00' FROM page_target`)
})

/** Positions of no keyword and of no domain, changes of each, and a page that is no page of anybody. */
const plant = () =>
  stage.pool.query(`
    INSERT INTO ranks.rank SELECT 0, '2026-11-20'::timestamptz - day * interval '1 day', (SELECT seq FROM tracked_domain), 0, 1, 100, 1
      FROM generate_series(1, 10) day;
    INSERT INTO ranks.rank SELECT seq, '2026-11-20', 0, 0, 1, 100, 1 FROM keyword;
    INSERT INTO ranks.notable_change VALUES ('a', 'a', '2026-11-20', 'gone', 0, 1, NULL, 1, '2026-11-19', 2, NULL, 2),
      ('a', 'gone', '2026-11-20', 'a one', 0, 1, NULL, 1, '2026-11-19', 2, NULL, 2), ('gone', 'a', '2026-11-20', 'a one', 0, 1, NULL, 1, '2026-11-19', 2, NULL, 2);
    INSERT INTO ranks.page (page, fetched_at, source, depth, cost_usd, hosts) VALUES (0, '2026-11-20', 1, 100, NULL, '\\x00'), (0, '2026-11-19', 1, 100, NULL, '\\x00');
    INSERT INTO ranks.page_detail VALUES (0, '2026-11-20', '\\x00')`)

it('the metric shows what has no owner, until the next day’s search finds nothing more', async () => {
  await plant()
  expect(await countOrphans(stage.pool)).toEqual({ positions: 4, changes: 3, pages: 1 })
  await stage.start()
  await until(shown, (figure) => figure === '8')
  expect(await countOrphans(stage.pool)).toEqual({ positions: 0, changes: 0, pages: 0 })
  expect(await one('SELECT count(*)::int FROM ranks.rank')).toBe(30)
  expect(await one('SELECT count(*)::int FROM ranks.notable_change')).toBe(3)
  expect(await one('SELECT count(*)::int FROM ranks.page')).toBe(3)
  expect(await one('SELECT count(*)::int FROM ranks.page_detail')).toBe(0)
  await search()
  expect(await shown()).toBe('8')
  stage.pass(25)
  await search()
  expect(await shown()).toBe('0')
})

it('a search goes through everything once a day, in steps that go on where the last one stopped, whoever makes them', async () => {
  await plant()
  const [mine, another] = await Promise.all([search(), search()])
  expect(mine + another).toBeGreaterThan(6)
  expect(await one('SELECT sum(found)::int FROM ranks.orphan_search')).toBe(8)
  await plant()
  expect(await step()).toBe(false)
  stage.pass(25)
  expect(await search()).toBeGreaterThan(6)
  expect(await countOrphans(stage.pool)).toEqual({ positions: 0, changes: 0, pages: 0 })
})
