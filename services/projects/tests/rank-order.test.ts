import { defaultPlans } from '@rts/shared/plans'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimNext, readOrder } from '../src/rank-checks/due-pages.sql.ts'
import { createRankFeed } from '../src/rank-checks/feed.ts'
import { createOutcomes } from '../src/rank-checks/outcomes.ts'
import { createPace } from '../src/rank-checks/rules/pace.ts'
import { type Stage, startStage } from './support/stage.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const phrases = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i}`)
const order = async (limit = 1_000) => (await readOrder(stage.pool, stage.clock.now(), limit)).prompt
type Plan = { [figure: string]: unknown; Plans?: Plan[] }
/** How the database finds the order. */
async function planOfOrder(): Promise<Plan> {
  let plan: Plan = {}
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const found = await stage.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    plan = found.rows[0]['QUERY PLAN'][0].Plan
    return { rows: [] }
  }
  await readOrder(Object.assign(Object.create(stage.pool), { query }), stage.clock.now(), 10_000)
  return plan
}
/** The rows that the parts of a plan look at. */
function rowsOf(plan: Plan): number {
  const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter'].map((name) =>
    Number(plan[name] ?? 0),
  )
  const own = Number(plan['Actual Loops']) * rows.reduce((sum, each) => sum + each, 0)
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}
const checks = () => stage.column(`SELECT coalesce(last_check_status, 'never') FROM keyword ORDER BY id`)

describe('the order of due pages', () => {
  it('takes turns over the accounts, so that many pages of one never stand before the few of another', async () => {
    await stage.track('many', { phrases: phrases('many', 50) })
    await stage.track('few', { phrases: phrases('few', 2) })
    expect((await order()).slice(0, 4).sort()).toEqual(['few 0', 'few 1', 'many 0', 'many 1'])
    expect(await order()).toHaveLength(52)
  })

  it('has paid plans first, and a page goes with the best of its readers', async () => {
    await stage.track('guest', { phrases: ['guest', 'shared'], plan: 'guest' })
    await stage.track('free', { phrases: ['free'], plan: 'free' })
    await stage.track('starter', { phrases: [...phrases('paid', 5), 'shared'], plan: 'starter' })
    const found = await order()
    expect(found.slice(0, 6).sort()).toEqual([...phrases('paid', 5), 'shared'])
    expect(found.slice(6).sort()).toEqual(['free', 'guest'])
  })

  it('costs as much for each page however many are due, although the planner expects a few', async () => {
    await stage.track('many', { phrases: phrases('many', 4_000) })
    await stage.pool.query('UPDATE page_target SET next_due_at = NULL')
    await stage.pool.query('ANALYZE')
    const rowsSeen = async (count: number) => {
      const first = `SELECT id FROM page_target ORDER BY id LIMIT $2`
      await stage.pool.query(`UPDATE page_target SET next_due_at = $1 WHERE id IN (${first})`, [
        stage.clock.now(),
        count,
      ])
      expect(await order(10_000)).toHaveLength(count)
      return rowsOf(await planOfOrder())
    }
    // Four times the pages: sixteen times the rows if each is looked up among all.
    const before = await rowsSeen(1_000)
    expect(before).toBeGreaterThan(1_000)
    expect((await rowsSeen(4_000)) / before).toBeLessThan(6)
  })
})

describe('a claim', () => {
  it('of a worker that died is made again once its lease has ended, and not before', async () => {
    await stage.track('a', { phrases: ['left'] })
    const claim = () => claimNext(stage.pool, ['left'], stage.clock.now())
    expect(await claim()).toHaveLength(1)
    expect(await claim()).toHaveLength(0)
    expect(await order()).toEqual([])
    await stage.pool.query(`UPDATE page_target SET lease_until = lease_until - interval '61 seconds'`)
    // A database that has just started first leaves time to renew every lease.
    await until(order, (ids) => ids.join() === 'left')
    expect(await claim()).toHaveLength(1)
  })

  it('left behind is respected by a running worker until the lease ends; then it checks the page', async () => {
    await stage.track('a', { phrases: ['left'] })
    await claimNext(stage.pool, ['left'], stage.clock.now())
    await stage.start()
    await stage.track('b', { phrases: ['other'] })
    await stage.wake()
    await until(checks, (all) => all.join() === 'never,ok')
    await stage.pool.query(
      `UPDATE page_target SET lease_until = clock_timestamp() - interval '1 second' WHERE id = 'left'`,
    )
    await stage.wake()
    await until(checks, (all) => all.join() === 'ok,ok')
    expect(stage.serp.calls.map((call) => call.phrase).sort()).toEqual(['left', 'other'])
  })

  it.each([
    ['a closed account', { status: 'closed' }],
    ['a paused site', { paused: true }],
    ['a frozen keyword', { frozen: true }],
  ])('for %s alone fetches nothing, and the page waits until somebody wants it', async (_what, facts) => {
    await stage.track('ended', { phrases: ['unwanted'], ...facts })
    await stage.track('here', { phrases: ['wanted'] })
    await stage.start()
    await until(
      () => stage.column('SELECT next_due_at IS NULL FROM page_target ORDER BY id'),
      (all) => all.join() === 'true,false',
    )
    await until(checks, (all) => all.join() === 'never,ok')
    expect(stage.serp.calls.map((call) => call.phrase)).toEqual(['wanted'])
  })
})

describe('after a downtime', () => {
  const fetchedYesterday = `UPDATE page_target SET last_fetched_at = now() - interval '1 day' WHERE id LIKE 'missed%'`

  it('what was missed is made up for at its pace, and what is on time does not wait for it', async () => {
    await stage.track('a', { phrases: phrases('missed', 20) })
    await stage.pool.query(fetchedYesterday)
    stage.pass(6)
    await stage.track('b', { phrases: phrases('on time', 3) })
    const pace = createPace({ perSecond: 2, burst: 4 })
    const feed = createRankFeed({ db: stage.pool, clock: stage.clock, pace })
    const next = async () => (await feed.claimNext(50, new Set())).map(({ target }) => target.id)
    const first = await next()
    expect(first.filter((id) => id.startsWith('missed'))).toHaveLength(4)
    expect(first.filter((id) => id.startsWith('on time'))).toHaveLength(3)
    expect(await next()).toEqual([])
    stage.pass(1 / 3_600)
    expect(await next()).toHaveLength(2)
  })

  it('everything is checked once, no more at once than the worker has places, and keeps its own time of the day', async () => {
    await stage.track('a', { phrases: phrases('missed', 40) })
    await stage.pool.query(fetchedYesterday)
    stage.pass(9)
    stage.serp.hold()
    await stage.start({ concurrency: 8 })
    await until(
      async () => stage.serp.calls.length,
      (calls) => calls === 8,
    )
    expect(await stage.column('SELECT count(*)::int FROM page_target WHERE lease_until IS NOT NULL')).toEqual([8])
    stage.serp.resume()
    const aMomentLater = () => {
      stage.pass(0.01 / 3_600)
      return checks()
    }
    await until(aMomentLater, (all) => all.every((status) => status === 'ok'))
    expect(stage.serp.calls).toHaveLength(40)
    const dueSeconds = 'SELECT extract(epoch FROM next_due_at)::int % 86400 - slot_seconds FROM page_target'
    expect(new Set(await stage.column(dueSeconds))).toEqual(new Set([0]))
    const days = await stage.column<number>(
      `SELECT DISTINCT ceil(extract(epoch FROM next_due_at - $1) / 86400)::int FROM page_target`,
      stage.clock.now(),
    )
    expect(days.every((day) => day >= 1 && day <= 2)).toBe(true)
  })
})

it('a worker that stops gives back what it had not finished', async () => {
  await stage.track('a', { phrases: ['cut off'] })
  stage.serp.hold()
  const background = await stage.start()
  await until(
    async () => stage.serp.calls.length,
    (calls) => calls === 1,
  )
  await background.stop()
  expect(await stage.column('SELECT lease_until FROM page_target')).toEqual([null])
  const outcomes = createOutcomes(stage.pool, defaultPlans)
  const [claimed] = await claimNext(stage.pool, ['cut off'], stage.clock.now())
  expect(claimed && (await outcomes.isWanted(claimed.target, stage.clock.now()))).toBe(true)
})
