import { defaultPlans, type Plan } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createOutcomes } from '../src/checks/outcomes.ts'
import { readOrder } from '../src/queue/due-order.sql.ts'
import { claimNext } from '../src/queue/due-pages.sql.ts'
import { createRankFeed } from '../src/queue/feed.ts'
import { createPace } from '../src/queue/rules/pace.ts'
import { setDue } from '../src/queue/targets.sql.ts'
import { type Stage, startStage } from './support/stage.ts'
import { until } from './support/world.ts'

const terms = { plans: defaultPlans, isSmart: false }

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const phrases = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i}`)
const order = async (limit = 1_000) => (await readOrder(stage.pool, stage.clock.now(), limit)).prompt
type QueryPlan = { [figure: string]: unknown; Plans?: QueryPlan[] }
/** How the database finds the first hundred. */
async function plansOfHead(): Promise<QueryPlan> {
  const plans: QueryPlan[] = []
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const found = await stage.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    plans.push(found.rows[0]['QUERY PLAN'][0].Plan)
    return { rows: [{ stands: true }] }
  }
  await readOrder(Object.assign(Object.create(stage.pool), { query }), stage.clock.now(), 100)
  return { Plans: plans, 'Actual Loops': 0 }
}
/** The rows that the parts of a plan look at. */
function rowsOf(plan: QueryPlan): number {
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

  it('lets who comes later in at the head, however many of another account wait', async () => {
    await stage.track('many', { phrases: phrases('many', 50) })
    await claimNext(stage.pool, (await order()).slice(0, 10), stage.clock.now(), terms)
    await stage.track('few', { phrases: phrases('few', 2) })
    const next = (await order()).slice(0, 4)
    expect(next.filter((id) => id.startsWith('few'))).toHaveLength(2)
  })

  it('brings a page forward that a better reader joins while it waits', async () => {
    await stage.track('many', { phrases: phrases('many', 50) })
    const last = (await order()).at(-1) ?? ''
    await stage.track('few', { phrases: [last] })
    const joined = { keywordId: `few ${last}`, targetId: last, dueAt: stage.clock.now(), isNew: true }
    await inTransaction(stage.pool, (tx) => setDue(tx, [joined]))
    expect((await order()).slice(0, 3)).toContain(last)
  })

  it('is that of a plain list of all due pages, for any readers', async () => {
    const reader = fc.record({ account: fc.nat(3), page: fc.nat(11) })
    const plans = fc.array(fc.constantFrom<Plan>('guest', 'free', 'starter', 'growth'), { minLength: 4, maxLength: 4 })
    const missed = fc.uniqueArray(fc.nat(11))
    await fc.assert(
      fc.asyncProperty(
        plans,
        fc.uniqueArray(reader, { selector: (each) => JSON.stringify(each) }),
        missed,
        trackedAsListed,
      ),
      { numRuns: runs(25) },
    )
  })

  it('of few due pages is not stored, and of those that wait in a queue it is', async () => {
    const slots = () => stage.column<number>('SELECT count(queue_slot)::int FROM page_target')
    await stage.track('few', { phrases: phrases('few', 200) })
    expect(await order()).toHaveLength(200)
    expect(await slots()).toEqual([0])
    await stage.track('one', { phrases: ['one'] })
    expect(await order()).toHaveLength(201)
    expect(await slots()).toEqual([201])
  })

  it('says whether others may wait behind the pages that it has', async () => {
    const isMore = async (limit = 1_000) => (await readOrder(stage.pool, stage.clock.now(), limit)).isMore
    await stage.track('many', { phrases: phrases('many', 199) })
    expect(await isMore()).toBe(false)
    await stage.track('more', { phrases: phrases('more', 400) })
    // Slots were given to five hundred at least.
    expect(await isMore()).toBe(true)
    expect(await isMore()).toBe(false)
    expect(await isMore(100)).toBe(true)
  })

  it('costs the same at any length', async () => {
    const rowsSeen = async (account: string, count: number) => {
      await stage.track(account, { phrases: phrases(account, count) })
      while ((await stage.column('SELECT id FROM page_target WHERE queue_slot IS NULL')).length > 0) await order()
      await stage.pool.query('ANALYZE page_target')
      return rowsOf(await plansOfHead())
    }
    const before = await rowsSeen('some', 500)
    expect(before).toBeGreaterThan(100)
    expect(await rowsSeen('many', 3_000)).toBe(before)
  })
})

/** Tracks pages for accounts, some of them missed, and compares the order with that of a list. */
async function trackedAsListed(plans: Plan[], readers: { account: number; page: number }[], missed: number[]) {
  await stage.clear()
  const wanted = Map.groupBy(readers, ({ account }) => account)
  for (const [account, pages] of wanted)
    await stage.track(`a${account}`, { plan: plans[account] ?? 'free', phrases: pages.map(({ page }) => nameOf(page)) })
  await stage.pool.query(`UPDATE page_target SET last_fetched_at = $1, next_due_at = $1 WHERE id = ANY($2)`, [
    new Date(stage.clock.now().getTime() - 3_600_000),
    missed.map(nameOf),
  ])
  const pages = [...new Set(readers.map(({ page }) => page))].sort((a, b) => a - b)
  const listOf = (isLate: boolean) => {
    const places = pages
      .filter((page) => missed.includes(page) === isLate)
      .map((page) => ({
        page,
        place: Math.min(...[...wanted].flatMap(([account, all]) => placeOf(page, account, all))),
      }))
    return places.sort((a, b) => a.place - b.place || a.page - b.page).map(({ page }) => nameOf(page))
    function placeOf(page: number, account: number, all: { page: number }[]): number[] {
      const own = all.filter((each) => missed.includes(each.page) === isLate).map((each) => each.page)
      const before = own.filter((each) => each < page).length
      const isPaid = plans[account] === 'starter' || plans[account] === 'growth'
      return own.includes(page) ? [before + (isPaid ? 0 : 1_000)] : []
    }
  }
  const { prompt, late } = await readOrder(stage.pool, stage.clock.now(), 1_000)
  expect({ prompt, late }).toEqual({ prompt: listOf(false), late: listOf(true) })
}
const nameOf = (page: number) => `page ${String(page).padStart(2, '0')}`

describe('a claim', () => {
  it('of a worker that died is made again once its lease has ended, and not before', async () => {
    await stage.track('a', { phrases: ['left'] })
    const claim = () => claimNext(stage.pool, ['left'], stage.clock.now(), terms)
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
    await claimNext(stage.pool, ['left'], stage.clock.now(), terms)
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
    const feed = createRankFeed({ db: stage.pool, clock: stage.clock, pace, terms })
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
  const outcomes = createOutcomes(stage.pool, terms)
  const [claimed] = await claimNext(stage.pool, ['cut off'], stage.clock.now(), terms)
  expect(claimed && (await outcomes.isWanted(claimed.target, stage.clock.now()))).toBe(true)
})
