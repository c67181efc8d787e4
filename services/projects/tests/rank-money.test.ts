import { defaultPlans } from '@rts/shared/plans'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createOutcomes } from '../src/checks/outcomes.ts'
import { claimNext } from '../src/queue/due-pages.sql.ts'
import { type Stage, startStage } from './support/stage.ts'
import { storedPages } from './support/stored-pages.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const checksOf = (account: string) =>
  stage.column(
    `SELECT last_check_status || coalesce(' ' || last_check_error, '') FROM keyword WHERE site_id = $1 ORDER BY id`,
    account,
  )
const settled = (account: string, count: number) =>
  until(
    () => checksOf(account),
    (all) => all.filter(Boolean).length === count,
  )
const spent = () =>
  stage.column(`SELECT account_id || ' ' || sum(usd)::float8 FROM spend.book GROUP BY account_id ORDER BY 1`)

it('a page’s cost is booked once, split over the accounts that read it', async () => {
  stage.serp.costUsd = 0.02
  await stage.track('a', { phrases: ['shared', 'own'] })
  await stage.track('b', { phrases: ['shared'] })
  await stage.track('c', { phrases: ['shared'] })
  await stage.start()
  await settled('a', 2)
  await settled('c', 1)
  expect(await spent()).toEqual(['a 0.026667', 'b 0.006667', 'c 0.006666'])
  expect(await stage.column('SELECT sum(cost_usd)::float8 FROM ranks.page')).toEqual([0.04])
})

it('an account that has used up its share waits until the next UTC day, and the others do not', async () => {
  stage.serp.costUsd = 0.02
  await stage.track('greedy', { phrases: Array.from({ length: 8 }, (_, i) => `greedy ${i}`) })
  await stage.track('modest', { phrases: ['modest'] })
  await stage.start({ budgetUsd: 1, share: 0.1 })
  const checks = await settled('greedy', 8)
  expect(checks.filter((check) => check === 'ok')).toHaveLength(5)
  expect(checks.filter((check) => check === 'failed budget')).toHaveLength(3)
  expect(await settled('modest', 1)).toEqual(['ok'])
  const waiting = `SELECT DISTINCT (next_due_at AT TIME ZONE 'UTC')::date::text FROM page_target t JOIN keyword k ON k.target_id = t.id WHERE k.last_check_status = 'failed'`
  expect(await stage.column(waiting)).toEqual(['2026-11-22'])
  await stage.pool.query(`UPDATE keyword SET deleted_at = now() WHERE last_check_status = 'ok'`)
  stage.pass(19)
  await stage.wake()
  await until(
    () => stage.column(`SELECT last_check_status FROM keyword WHERE deleted_at IS NULL`),
    (all) => all.join() === 'ok,ok,ok',
  )
})

it('a page is skipped only when all its readers are over their share', async () => {
  stage.serp.costUsd = 0.02
  await stage.track('over', { phrases: ['shared', 'own'] })
  await stage.track('under', { phrases: ['shared'] })
  await stage.pool.query(`INSERT INTO spend.book VALUES ('2026-11-21', 'serp', 'over', 0, 0.2)`)
  await stage.start({ budgetUsd: 1 })
  expect(await settled('under', 1)).toEqual(['ok'])
  expect(await settled('over', 2)).toEqual(['failed budget', 'ok'])
  expect(stage.serp.calls.map((call) => call.phrase)).toEqual(['shared'])
})

it('what a failed check cost is booked on its readers too, and uses up their share', async () => {
  stage.serp.costUsd = 0.06
  stage.serp.failureUsd = 0.06
  stage.serp.fail('shared', 'timeout')
  await stage.track('a', { phrases: ['shared'] })
  await stage.track('b', { phrases: ['shared'] })
  await stage.start({ budgetUsd: 1, share: 0.1 })
  await settled('a', 1)
  expect(await spent()).toEqual(['a 0.03', 'b 0.03'])
})

it('a page that cannot be written is a failure that was paid for, not one that is paid for again and again', async () => {
  stage.serp.costUsd = 0.02
  await stage.pool.query('ALTER TABLE ranks.page ADD CONSTRAINT refused CHECK (false) NOT VALID')
  await stage.track('a', { phrases: ['one'] })
  await stage.start()
  expect(await settled('a', 1)).toEqual(['failed storage'])
  await stage.pool.query('ALTER TABLE ranks.page DROP CONSTRAINT refused')
  await stage.start()
  await until(
    () => checksOf('a'),
    (all) => all.join() === 'ok',
  )
  expect(await spent()).toEqual(['a 0.02'])
  expect(stage.serp.calls).toHaveLength(1)
})

it('what was held back without asking anybody uses up no try', async () => {
  stage.serp.fail('one', 'upstream')
  stage.serp.isAsked = false
  await stage.track('a', { phrases: ['one'] })
  await stage.start()
  expect(await settled('a', 1)).toEqual(['failed upstream'])
  expect(await stage.column('SELECT tries FROM page_target')).toEqual([0])
  stage.pass(0.1)
  await stage.wake()
  const shownAt = () => stage.column<Date>('SELECT last_check_at FROM keyword')
  await until(shownAt, ([at]) => at?.getTime() === stage.clock.now().getTime())
  // It is held back again and again, and recorded once.
  expect(await stage.column('SELECT count(*)::int FROM ranks.failed_check')).toEqual([1])
  stage.serp.isAsked = true
  stage.pass(0.1)
  await stage.wake()
  await until(
    () => stage.column<number>('SELECT tries FROM page_target'),
    ([tries]) => tries === 1,
  )
})

it('a page is stored without the characters that a database keeps in no text', async () => {
  stage.serp.show('one', 'a\u0000.com')
  await stage.track('a', { phrases: ['one'] })
  await stage.start()
  expect(await settled('a', 1)).toEqual(['ok'])
  expect(await storedPages(stage.pool)).toMatchObject([{ hosts: ['a.com'], urls: ['https://a.com/'] }])
})

it('a page is stored with its hosts, addresses and questions', async () => {
  stage.serp.show('asked', 'a.com', 'example.com')
  await stage.track('a', { phrases: ['asked', 'empty'] })
  await stage.start()
  await settled('a', 2)
  expect(await storedPages(stage.pool)).toMatchObject([
    {
      source: 'scripted',
      depth: 100,
      hosts: ['a.com', 'example.com'],
      urls: ['https://a.com/', 'https://example.com/'],
      questions: ['what is asked?'],
    },
    { hosts: [], urls: [], questions: ['what is empty?'] },
  ])
})

/** Checks a page for five days, the last time with a rank so far behind that it is looked at again after half an hour. */
async function checkUntilSecondLook(settings: Parameters<Stage['start']>[0]) {
  stage.serp.costUsd = 0.02
  const at = (place: number) =>
    stage.serp.show('tea', ...Array.from({ length: 20 }, (_, i) => (i + 1 === place ? 'example.com' : `site${i}.org`)))
  at(4)
  // Half an hour after the page's time of the day.
  stage.pass(6.5)
  await stage.track('a', { phrases: ['tea'] })
  const worker = await stage.start(settings)
  const looks = (count: number) =>
    until(
      () => stage.column<number>('SELECT position FROM ranks.rank ORDER BY checked_at'),
      (positions) => positions.length === count,
    )
  await looks(1)
  for (const place of [4, 4, 4, 12]) {
    stage.pass(24)
    at(place)
    await stage.wake()
    await looks((await stage.column('SELECT FROM ranks.rank')).length + 1)
  }
  const dueIn = async () => {
    const [due] = await stage.column<Date>('SELECT next_due_at FROM page_target')
    return ((due?.getTime() ?? 0) - stage.clock.now().getTime()) / 3_600_000
  }
  expect(await dueIn()).toBe(0.5)
  stage.pass(0.5)
  return { worker, looks, dueIn }
}

it('a second look that the budget has no room for is left out: the check stands, and the next is at its time', async () => {
  const { looks, dueIn } = await checkUntilSecondLook({ budgetUsd: 0.03, share: 1 })
  await stage.wake()
  await until(dueIn, (hours) => hours > 12)
  expect([await checksOf('a'), await looks(5)]).toEqual([['ok'], [4, 4, 4, 4, 12]])
})

it('a second look without money is left out as of its claim, also if the clock was set back since', async () => {
  const { worker, dueIn } = await checkUntilSecondLook({})
  await worker.stop()
  const terms = { plans: defaultPlans, isSmart: false }
  const [page] = await claimNext(stage.pool, ['tea'], stage.clock.now(), terms)
  if (!page) throw new Error('the page is not due')
  stage.pass(-1)
  const outcomes = createOutcomes(stage.pool, terms)
  expect(await outcomes.isWanted(page.target, stage.clock.now(), { isSpent: true })).toBe(false)
  expect(await dueIn()).toBeGreaterThan(12)
})
