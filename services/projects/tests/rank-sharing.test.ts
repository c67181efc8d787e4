import { positionsSql } from '@rts/local/testing/positions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { tell } from './support/facts.ts'
import { type Stage, startStage } from './support/stage.ts'
import { startWorld, until, type World } from './support/world.ts'

describe('what an account sees of the pages that others asked for', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  const fetches = (phrase: string) => world.serp.calls.filter((call) => call.phrase === phrase).length

  it('is nothing on adding: its first check is its own, and the history of the others stays as it was', async () => {
    world.serp.show('guessed', 'a.com', 'b.com')
    const [first, second] = [accountIn(world), accountIn(world)]
    const siteA = await first.site({ domain: 'a.com' })
    const a = await first.keyword(siteA, 'guessed')
    await first.historyOf(siteA, a, 1)
    world.pass(3)
    const siteB = await second.site({ domain: 'b.com' })
    const [known, unknown] = [await second.keyword(siteB, 'guessed'), await second.keyword(siteB, 'tracked by none')]
    for (const added of [known, unknown]) {
      expect(added.lastCheck).toEqual({ status: 'queued', at: added.createdAt, error: null })
      const [row] = await second.historyOf(siteB, added, 1)
      expect(Date.parse(row?.checkedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(added.createdAt))
    }
    expect(fetches('guessed')).toBe(2)
    expect(await first.history(siteA, a)).toHaveLength(1)
  })

  it('is nothing when its check failed before, or waits to be tried again for others', async () => {
    world.serp.fail('outage', 'upstream')
    const [first, second] = [accountIn(world), accountIn(world)]
    const siteA = await first.site()
    const a = await first.keyword(siteA, 'outage')
    const failedA = await first.checked(siteA, a, 'failed')
    world.pass(0.001)
    const siteB = await second.site()
    const b = await second.keyword(siteB, 'outage')
    const failedB = await second.checked(siteB, b, 'failed')
    expect(Date.parse(failedB.lastCheck?.at ?? '')).toBeGreaterThan(Date.parse(failedA.lastCheck?.at ?? ''))
    expect(fetches('outage')).toBe(2)
    world.serp.show('outage', 'example.com')
    world.pass(0.02)
    await Promise.all([first.historyOf(siteA, a, 1), second.historyOf(siteB, b, 1)])
    expect(fetches('outage')).toBe(3)
  })

  it('is its own page within its rhythm, dated as it is, for whichever of its sites', async () => {
    world.serp.show('two sites', 'a.com', 'b.com')
    const weekly = accountIn(world)
    const state = { id: weekly.id, plan: 'growth', status: 'active', checkEveryDays: 7 }
    const fact = { aggregate: `account:${weekly.id}`, version: 1, type: 'account.changed', state }
    await tell(world, 'projects.accounts', fact)
    const [siteA, siteB] = [await weekly.site({ domain: 'a.com' }), await weekly.site({ domain: 'b.com' })]
    const [rowA] = await weekly.historyOf(siteA, await weekly.keyword(siteA, 'two sites'), 1)
    world.pass(24 * 5)
    const b = await weekly.keyword(siteB, 'two sites')
    expect(b.lastCheck).toEqual({ status: 'ok', at: rowA?.checkedAt, error: null })
    expect(await weekly.history(siteB, b)).toMatchObject([{ position: 2, checkedAt: rowA?.checkedAt }])
    expect(fetches('two sites')).toBe(1)
  })
})

describe('readers of one page with rhythms of their own', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage()
  })
  afterAll(() => stage.stop())
  afterEach(() => stage.clear())

  const history = (site: string) =>
    stage.column(`SELECT checked_at::text FROM ${positionsSql} p WHERE domain_id = $1 ORDER BY checked_at`, site)
  const count = (site: string) => history(site).then((rows) => rows.length)
  /** A day later, at the same time: the daily check of the slot has run. */
  const oneDayOn = async (checks: number) => {
    stage.pass(24)
    await stage.wake()
    await until(
      () => count('daily'),
      (rows) => rows === checks,
    )
  }

  it('share it where these meet: the weekly one has a row a week, all of them on pages of the daily one', async () => {
    await stage.track('daily', { phrases: ['shared'] })
    await stage.track('weekly', { phrases: ['shared'], plan: 'free' })
    await stage.start()
    await until(
      () => count('daily'),
      (rows) => rows === 1,
    )
    // From six in the morning to after the page's slot at noon.
    stage.pass(7)
    for (let day = 2; day <= 9; day++) await oneDayOn(day)
    const [daily, weekly] = [await history('daily'), await history('weekly')]
    expect(weekly).toHaveLength(2)
    expect(weekly).toEqual([daily[0], daily[7]])
    expect(stage.serp.calls).toHaveLength(9)
  })

  it('fail for those who are due alone, and cost them alone', async () => {
    stage.serp.costUsd = 0.02
    stage.serp.failureUsd = 0.02
    await stage.track('daily', { phrases: ['shared'] })
    await stage.track('weekly', { phrases: ['shared'], plan: 'free' })
    await stage.start()
    await until(
      () => count('weekly'),
      (rows) => rows === 1,
    )
    stage.serp.fail('shared', 'upstream')
    stage.pass(31)
    await stage.wake()
    const checks = () => stage.column(`SELECT last_check_status FROM keyword ORDER BY site_id`)
    await until(checks, (all) => all[0] === 'failed')
    expect(await checks()).toEqual(['failed', 'ok'])
    const spent = `SELECT account_id || ' ' || sum(usd)::float8 FROM spend.book GROUP BY account_id ORDER BY 1`
    expect(await stage.column(spent)).toEqual(['daily 0.03', 'weekly 0.01'])
  })
})
