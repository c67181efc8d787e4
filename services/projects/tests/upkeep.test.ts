import { createLogger } from '@rts/shared/logger'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { upkeep } from '../src/ending/upkeep.ts'
import { packPage } from '../src/history/rules/packed-page.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const run = (dailyAfterMonths?: number, historyMonths?: number) =>
  upkeep({
    dailyAfterMonths,
    db: stage.pool,
    clock: stage.clock,
    logger: createLogger('projects', 'fatal'),
    retentionDays: 90,
    historyMonths,
  })
const addPage = async (page: number, at: string) => {
  const { hosts, details } = packPage({ hosts: ['a.com'], urls: ['https://a.com/'], questions: ['why?'] })
  await stage.pool.query(
    `INSERT INTO ranks.page (page, fetched_at, source, depth, cost_usd, hosts) VALUES ($1, $2, ranks.source_of('x', false), 100, NULL, $3)`,
    [page, at, hosts],
  )
  await stage.pool.query('INSERT INTO ranks.page_detail VALUES ($1, $2, $3)', [page, at, details])
}
const detailed = () => stage.column('SELECT page::int FROM ranks.page_detail ORDER BY 1')

it('makes the partitions of the coming months', async () => {
  await run()
  expect(
    await stage.column(
      `SELECT to_regclass('ranks.' || p || m)::text FROM unnest('{page,page_detail,rank}'::text[]) p, unnest('{_2026_11,_2027_01}'::text[]) m ORDER BY 1`,
    ),
  ).toEqual(['page', 'page_detail', 'rank'].flatMap((name) => [`ranks.${name}_2026_11`, `ranks.${name}_2027_01`]))
})

it('forgets addresses and questions of pages by whole months after their time, hosts and positions never', async () => {
  await addPage(1, '2026-07-31T23:59:59Z')
  await addPage(2, '2026-08-01T00:00:00Z')
  await stage.pool.query(`INSERT INTO ranks.rank VALUES (1, '2020-01-01', 1, 0, 1, 100, 1, 'https://a.com/')`)
  await run()
  expect(await detailed()).toEqual([2])
  stage.pass(8 * 24)
  await run()
  expect(await detailed()).toEqual([2])
  stage.pass(24)
  await run()
  expect(await detailed()).toEqual([])
  expect(await stage.column('SELECT page::int FROM ranks.page ORDER BY 1')).toEqual([1, 2])
  expect(await stage.column('SELECT url FROM ranks.rank')).toEqual(['https://a.com/'])
})

it('sweeps tombstones after thirty days with all that hangs on them, and nothing younger', async () => {
  for (const account of ['old', 'young', 'live'])
    await stage.track(account, { phrases: [`${account} 1`, `${account} 2`] })
  const at = (days: number) => new Date(stage.clock.now().getTime() - days * 86_400_000)
  await stage.pool.query(`UPDATE site SET deleted_at = $1 WHERE id = 'old'`, [at(31)])
  await stage.pool.query(`UPDATE site SET deleted_at = $1 WHERE id = 'young'`, [at(29)])
  await stage.pool.query(`UPDATE keyword SET deleted_at = $1 WHERE id = 'live live 1'`, [at(31)])
  await stage.pool.query(
    `INSERT INTO ranks.rank SELECT seq, '2026-10-01', 1, 0, 1, 100, 1 FROM keyword WHERE id = 'old old 1'`,
  )
  await stage.pool.query(`INSERT INTO ranks.failed_check SELECT id, 0, '2026-11-20', 'upstream' FROM keyword`)
  await run()
  expect(await stage.column('SELECT id FROM site ORDER BY id')).toEqual(['live', 'young'])
  expect(await stage.column('SELECT id FROM keyword ORDER BY id')).toEqual([
    'live live 2',
    'young young 1',
    'young young 2',
  ])
  expect(await stage.column('SELECT count(*)::int FROM ranks.rank')).toEqual([0])
  expect(await stage.column('SELECT count(*)::int FROM ranks.failed_check')).toEqual([3])
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

it('thins months out that are old enough to the last position of each UTC day, only where it is asked to', async () => {
  await stage.track('a', { phrases: ['one', 'two'] })
  await stage.pool.query(`SELECT ranks.ensure_partitions('2026-08-01', 3)`)
  await stage.pool.query(
    `INSERT INTO ranks.rank SELECT k.seq, at, d, e, 1, 100, 1
     FROM keyword k, unnest('{1,2}'::int[]) d, unnest('{0,1}'::int[]) e,
       unnest('{2026-08-31T23:59:59Z,2026-09-01T00:00:00Z,2026-09-01T23:59:59Z,2026-09-30T01:00:00Z,2026-09-30T02:00:00Z,2026-10-01T00:00:00Z,2026-10-01T01:00:00Z}'::timestamptz[]) at`,
  )
  const times = () =>
    stage.column(
      `SELECT to_char(checked_at AT TIME ZONE 'UTC', 'MM-DD HH24') || ' ' || count(*) FROM ranks.rank GROUP BY checked_at ORDER BY checked_at`,
    )
  await run()
  expect(await times()).toHaveLength(7)
  await run(1)
  expect(await times()).toEqual(['08-31 23 8', '09-01 23 8', '09-30 02 8', '10-01 00 8', '10-01 01 8'])
  expect(
    await stage.column(`SELECT part FROM ranks.thinned WHERE keyword IS NULL AND part > 'rank_2026' ORDER BY part`),
  ).toEqual(['rank_2026_08', 'rank_2026_09'])
})

const outside = () => stage.column('SELECT n FROM ranks.outside_months(1000)')

it('moves rows that have no month into one, and keeps them readable', async () => {
  for (const at of ['2019-05-05', '2019-06-05'])
    await stage.pool.query('INSERT INTO ranks.rank VALUES (1, $1, 1, 0, 1, 100, 1)', [at])
  expect(await outside()).toEqual([0, 0, 2])
  await run()
  expect(await outside()).toEqual([0, 0, 0])
  const places = await stage.column('SELECT tableoid::regclass::text FROM ranks.rank ORDER BY 1')
  expect(places).toEqual(['ranks.rank_2019_05', 'ranks.rank_2019_06'])
})

it('ends months that are older than history is kept, those alone, while others read and write the table', async () => {
  await stage.pool.query(`SELECT ranks.ensure_partitions('2025-10-01', 2)`)
  const add = (keyword: number, at: string) =>
    stage.pool.query('INSERT INTO ranks.rank VALUES ($1, $2, 1, 0, 1, 100, 1)', [keyword, at])
  const old = () => stage.column('SELECT keyword::int FROM ranks.rank WHERE keyword < 10 ORDER BY 1')
  await add(1, '2025-10-31T23:59:59Z')
  await add(2, '2025-11-01T00:00:00Z')
  let isOver = false
  const others = [1_000, 1_000_000].map(async (first) => {
    for (let i = first; !isOver; i++) {
      await stage.pool.query('SELECT count(*) FROM ranks.rank')
      await add(i, '2026-11-20')
    }
    return true
  })
  await run()
  expect(await old()).toEqual([1, 2])
  await run(undefined, 12)
  isOver = true
  expect(await Promise.all(others)).toEqual([true, true])
  expect(await old()).toEqual([2])
  expect(await stage.column(`SELECT to_regclass('ranks.rank_2025_10')`)).toEqual([null])
})

it('gives up waiting for a reader soon, so that others do not queue, and ends the month when the reader is done', async () => {
  await stage.pool.query(`SELECT ranks.ensure_partitions('2025-09-01', 1)`)
  const reader = await stage.pool.connect()
  await reader.query('BEGIN')
  await reader.query('SELECT count(*) FROM ranks.page')
  const first = stage.pool.query(`SELECT ranks.drop_month('page', '2025-10-01')`)
  await expect(first).rejects.toMatchObject({ code: '55P03' })
  const ended = run(undefined, 12)
  await reader.query('COMMIT')
  reader.release()
  await ended
  expect(await stage.column(`SELECT to_regclass('ranks.page_2025_09')`)).toEqual([null])
})
