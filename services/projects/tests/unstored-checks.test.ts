import { positionsSql } from '@rts/local/testing/positions'
import { createLogger } from '@rts/shared/logger'
import { defaultPlans } from '@rts/shared/plans'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUnstoredChecks } from '../src/checks/unstored.ts'
import { accountIn } from './support/account.ts'
import { type Stage, startStage } from './support/stage.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
beforeEach(() => {
  stage.serp.costUsd = 0.02
  stage.serp.show('shared', 'example.com')
})
afterEach(async () => {
  await mend()
  await stage.clear()
})

/** The database refuses rows of this table for which that is true. */
const refuse = (table: string, what: string) =>
  stage.pool.query(`ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (NOT (${what})) NOT VALID`)
const mend = async () => {
  for (const table of ['ranks.rank', 'ranks.page', 'ranks.page_detail', 'site_target', 'keyword', 'spend.book'])
    await stage.pool.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS refused`)
}
const checks = () =>
  stage.column(
    `SELECT site_id || ' ' || coalesce(last_check_status, 'none') || coalesce(' ' || last_check_error, '') FROM keyword ORDER BY 1`,
  )
const checked = (...wanted: string[]) => until(checks, (all) => all.join() === wanted.join())
const positions = () =>
  stage.column(
    `SELECT domain_id || ' ' || position || ' ' || (checked_at AT TIME ZONE 'UTC') FROM ${positionsSql} p ORDER BY 1`,
  )
const figure = async () => Number(/^projects_unstored_checks.* (\d+)$/m.exec(await stage.metrics())?.[1])
const retry = () => {
  const { pool: db, clock } = stage
  return createUnstoredChecks({
    db,
    terms: { plans: defaultPlans, isSmart: false },
    clock,
    logger: createLogger('projects', 'silent'),
  }).storeKept()
}
const at = '2026-11-21 06:00:00'
const [served, kept] = [`a 1 ${at}`, `b 1 ${at}`]
async function trackThree() {
  for (const account of ['a', 'b', 'c']) await stage.track(account, { phrases: ['shared'] })
}

describe('a page of which the database refuses the ranks of one reader', () => {
  beforeEach(async () => {
    await trackThree()
    const [seq] = await stage.column<string>(`SELECT seq FROM keyword WHERE id = 'b shared'`)
    await refuse('ranks.rank', `keyword = ${seq}`)
    await stage.start()
    await checked('a ok', 'b failed storage', 'c ok')
  })

  it('is stored for the others at once, bought once and paid by all, and the alarm says that one waits', async () => {
    expect(await positions()).toEqual([served, `c 1 ${at}`])
    expect(stage.serp.calls).toHaveLength(1)
    expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.02])
    expect(await stage.column('SELECT count(*)::int FROM ranks.page')).toEqual([1])
    expect(await figure()).toBe(1)
    expect(await stage.column('SELECT reason FROM ranks.unstored_check')).toEqual([
      expect.stringMatching(/^23514 ranks\.rank\w*\.refused$/),
    ])
  })

  it('is stored for it at the next start with the time of the check, once the fault is mended, and not bought again', async () => {
    await mend()
    await stage.start()
    await checked('a ok', 'b ok', 'c ok')
    expect(await positions()).toEqual([served, kept, `c 1 ${at}`])
    expect(await stage.column(`SELECT last_check_at = '${at}Z' FROM keyword`)).toEqual([true, true, true])
    expect(stage.serp.calls).toHaveLength(1)
    expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.02])
    expect(await figure()).toBe(0)
  })

  it('is tried again after a minute, then after twice as long each time up to an hour', async () => {
    const waits: unknown[] = []
    for (let tries = 0; tries < 9; tries++) {
      const [minutes] = await stage.column<number>(
        `SELECT extract(epoch FROM retry_at - $1)::int / 60 FROM ranks.unstored_check`,
        stage.clock.now(),
      )
      waits.push(minutes)
      stage.pass(Number(minutes) / 60)
      await retry()
    }
    expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60])
    await mend()
    stage.pass(1)
    await retry()
    expect(await checks()).toEqual(['a ok', 'b ok', 'c ok'])
  })

  it('is not bought for it while it waits, also not when its next check is due; what it missed follows at once', async () => {
    await stage.pool.query(`DELETE FROM keyword WHERE id <> 'b shared'`)
    stage.pass(72)
    await stage.wake()
    await stage.track('d', { phrases: ['other'] })
    await until(checks, (all) => all.includes('d ok'))
    expect(stage.serp.calls.map(({ phrase }) => phrase)).toEqual(['shared', 'other'])
    await mend()
    await retry()
    await until(positions, (rows) => rows.filter((row) => String(row).startsWith('b ')).length === 2)
    expect(stage.serp.calls.map(({ phrase }) => phrase)).toEqual(['shared', 'other', 'shared'])
  })

  it.each([
    ['its keyword is deleted', `UPDATE keyword SET deleted_at = now() WHERE id = 'b shared'`],
    ['its site is deleted', `UPDATE site SET deleted_at = now() WHERE id = 'b'`],
    ['its keyword has another phrase', `UPDATE keyword SET epoch = epoch + 1 WHERE id = 'b shared'`],
    ['its site has another domain', `UPDATE site SET domain_since = now() WHERE id = 'b'`],
  ])('is forgotten when %s', async (_what, sql) => {
    await stage.pool.query(sql)
    expect(await stage.column('SELECT count(*)::int FROM ranks.unstored_check')).toEqual([0])
  })
})

it.each([
  ['the page itself', 'ranks.page', 'true', []],
  ['the details of the page', 'ranks.page_detail', 'true', []],
  ['a site’s last check', 'site_target', `site_id = 'b'`, [served, `c 1 ${at}`]],
  [
    'even the state of a keyword',
    'keyword',
    `id = 'b shared' AND last_check_status IS NOT NULL`,
    [served, `c 1 ${at}`],
  ],
])('of %s: what is refused is kept, bought once, and stored later', async (_what, table, what, stored) => {
  await trackThree()
  await refuse(table, what)
  await stage.start()
  await until(
    () => stage.column('SELECT count(*)::int FROM ranks.unstored_check'),
    ([count]) => Number(count) === 3 - stored.length,
  )
  expect(await positions()).toEqual(stored)
  await mend()
  stage.pass(1)
  await retry()
  expect(await checks()).toEqual(['a ok', 'b ok', 'c ok'])
  expect(await positions()).toEqual([served, kept, `c 1 ${at}`])
  expect(stage.serp.calls).toHaveLength(1)
})

it('a page of which not even the cost can be booked is bought again after a while that grows to a day', async () => {
  await stage.track('a', { phrases: ['shared'] })
  await refuse('spend.book', 'true')
  await stage.start()
  const waits: number[] = []
  for (let tries = 1; tries <= 6; tries++) {
    await until(
      () => stage.column<number>('SELECT tries FROM page_target WHERE lease IS NULL'),
      ([tried]) => tried === tries,
    )
    const sql = 'SELECT extract(epoch FROM next_due_at - $1)::int / 60 FROM page_target'
    const [minutes = 0] = await stage.column<number>(sql, stage.clock.now())
    waits.push(minutes)
    stage.pass(minutes / 60)
    await stage.wake()
  }
  expect(waits).toEqual([5, 5, 8, 32, 1_440, 1_440])
})

describe('a keyword whose check is kept', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  it('says so, and waits when a person asks for its check; another domain begins anew', async () => {
    const owner = accountIn(world)
    const site = await owner.site()
    await world.parts.pool.query(`ALTER TABLE ranks.rank ADD CONSTRAINT refused CHECK (false) NOT VALID`)
    const keyword = await owner.keyword(site, 'kept')
    const { lastCheck } = await owner.checked(site, keyword, 'failed')
    expect(lastCheck).toMatchObject({ status: 'failed', error: 'storage' })
    expect(await owner.history(site, keyword)).toEqual([])
    const request = { params: { id: site.id }, body: { keywordIds: [keyword.id], again: true } }
    const person = callerOf({ kind: 'person', accountId: owner.id })
    expect(await world.rpc('checks.run', request, person)).toMatchObject({ pages: 0, waiting: 1 })
    await world.parts.pool.query(`ALTER TABLE ranks.rank DROP CONSTRAINT refused`)
    await owner.patch(`/projects/${site.id}`, { domain: 'other.com' })
    await owner.historyOf(site, keyword, 1)
    expect(world.serp.calls).toHaveLength(2)
  })
})
