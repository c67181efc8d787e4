import { createLogger } from '@rts/shared/logger'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { upkeep } from '../src/rank-checks/upkeep.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const run = () =>
  upkeep({
    db: stage.pool,
    clock: stage.clock,
    logger: createLogger('projects', 'fatal'),
    retentionDays: 90,
  })
const addPage = (target: string, at: string) =>
  stage.pool.query(
    `INSERT INTO ranks.results_page (target_id, fetched_at, source, sandbox, depth, hosts, urls, questions)
     VALUES ($1, $2, 'x', false, 100, '{a.com}', '{https://a.com/}', '{why?}')`,
    [target, at],
  )
const detailed = () =>
  stage.column('SELECT target_id FROM ranks.results_page WHERE urls IS NOT NULL AND questions IS NOT NULL ORDER BY 1')

it('makes the partitions of the coming months', async () => {
  await run()
  expect(
    await stage.column(
      `SELECT to_regclass('ranks.' || p || m)::text FROM unnest('{results_page,position}'::text[]) p, unnest('{_2026_11,_2027_01}'::text[]) m ORDER BY 1`,
    ),
  ).toEqual([
    'ranks.position_2026_11',
    'ranks.position_2027_01',
    'ranks.results_page_2026_11',
    'ranks.results_page_2027_01',
  ])
})

it('forgets addresses and questions of pages after their time, hosts and positions never', async () => {
  await addPage('old', '2026-08-23T05:00:00Z')
  await addPage('young', '2026-08-23T07:00:00Z')
  await stage.pool.query(
    `INSERT INTO ranks.position VALUES ('k', 0, 'd', '2020-01-01', 1, 'https://a.com/', 100, 'x', false)`,
  )
  await run()
  expect(await detailed()).toEqual(['young'])
  expect(await stage.column('SELECT hosts FROM ranks.results_page')).toEqual([['a.com'], ['a.com']])
  expect(await stage.column('SELECT url FROM ranks.position')).toEqual(['https://a.com/'])
  stage.pass(2)
  await run()
  expect(await detailed()).toEqual([])
})

it('remembers how far it got, and does not go through older pages again', async () => {
  await addPage('first', '2026-08-01T00:00:00Z')
  await run()
  expect(await stage.column('SELECT done_until FROM ranks.chore')).toEqual([
    new Date(stage.clock.now().getTime() - 90 * 86_400_000),
  ])
  await addPage('behind its back', '2026-08-02T00:00:00Z')
  stage.pass(24)
  await run()
  expect(await detailed()).toEqual(['behind its back'])
})

it('sweeps tombstones after thirty days with all that hangs on them, and nothing younger', async () => {
  for (const account of ['old', 'young', 'live'])
    await stage.track(account, { phrases: [`${account} 1`, `${account} 2`] })
  const at = (days: number) => new Date(stage.clock.now().getTime() - days * 86_400_000)
  await stage.pool.query(`UPDATE site SET deleted_at = $1 WHERE id = 'old'`, [at(31)])
  await stage.pool.query(`UPDATE site SET deleted_at = $1 WHERE id = 'young'`, [at(29)])
  await stage.pool.query(`UPDATE keyword SET deleted_at = $1 WHERE id = 'live live 1'`, [at(31)])
  await stage.pool.query(
    `INSERT INTO ranks.position VALUES ('old old 1', 0, 'old', '2026-10-01', 1, NULL, 100, 'x', false)`,
  )
  await stage.pool.query(`INSERT INTO ranks.failed_check SELECT id, 0, '2026-11-20', 'upstream' FROM keyword`)
  await run()
  expect(await stage.column('SELECT id FROM site ORDER BY id')).toEqual(['live', 'young'])
  expect(await stage.column('SELECT id FROM keyword ORDER BY id')).toEqual([
    'live live 2',
    'young young 1',
    'young young 2',
  ])
  expect(await stage.column('SELECT count(*)::int FROM ranks.position')).toEqual([1])
  expect(await stage.column('SELECT count(*)::int FROM ranks.failed_check')).toEqual([3])
})

it('ends although time goes on meanwhile', async () => {
  await addPage('old', '2026-08-20')
  let looks = 0
  const now = () => new Date(stage.clock.now().getTime() + 5 * looks++)
  let steps = 0
  const hoursToForget = 4 * 24
  await upkeep(
    { db: stage.pool, clock: { now }, logger: createLogger('projects', 'fatal'), retentionDays: 90 },
    () => ++steps > 2 * hoursToForget,
  )
  expect(steps).toBeLessThanOrEqual(hoursToForget)
  expect(await detailed()).toEqual([])
})

it('forgets what accounts spent after ninety days', async () => {
  await stage.pool.query(
    `INSERT INTO spend.book VALUES ('2026-08-22', 'serp', 'a', 0, 1), ('2026-08-23', 'serp', 'a', 0, 1), ('2026-11-21', 'serp', 'a', 1, 1)`,
  )
  await run()
  expect(await stage.column('SELECT day::text FROM spend.book ORDER BY day')).toEqual(['2026-08-23', '2026-11-21'])
})

it('forgets failed checks when it forgets the details of pages', async () => {
  await stage.track('a', { phrases: ['one'] })
  const add = `INSERT INTO ranks.failed_check SELECT id, 0, $1, 'upstream' FROM keyword`
  for (const at of ['2026-08-23T05:00:00Z', '2026-08-23T07:00:00Z']) await stage.pool.query(add, [at])
  await run()
  expect(await stage.column('SELECT checked_at FROM ranks.failed_check')).toEqual([new Date('2026-08-23T07:00:00Z')])
})
