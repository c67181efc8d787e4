import { callerSchema } from '@rts/shared/contract/caller'
import { defaultPlans, type PlanTable } from '@rts/shared/plans'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKnownAccounts } from '../src/accounts/known-accounts.ts'
import { createRecords } from '../src/database.sql.ts'
import { createKeepingRound } from '../src/history/courses.ts'
import { reachOf } from '../src/history/rules/tallies.ts'
import { comparedDay } from '../src/ranks/compared-day.ts'
import { dailyHandlers } from '../src/ranks/daily.ts'
import { readRanksBefore, readRanksOfSite } from '../src/ranks/earlier-ranks.sql.ts'
import { pageBlockHandlers } from '../src/ranks/page-blocks.ts'
import { askStandings } from '../src/ranks/questions.sql.ts'
import { seriesHandlers } from '../src/ranks/series.ts'
import { firstDay, rankStories, rivalStep, type Step } from './support/rank-story.ts'
import { type Stage, startStage } from './support/stage.ts'

const dayMs = 86_400_000
let stage: Stage
let past: ReturnType<typeof createPast>
beforeAll(async () => {
  stage = await startStage()
  await stage.pool.query(`SELECT ranks.ensure_partitions('2026-10-01', 4)`)
  past = createPast()
})
afterAll(() => stage.stop())

/** All that is read of a site's past, on a day of its story, under its account's present plan. */
function createPast() {
  const [db, records] = [stage.pool, createRecords(stage.pool)]
  let [plans, today, version]: [PlanTable, number, number] = [defaultPlans, 0, 0]
  const clock = { now: () => new Date(firstDay + today * dayMs + dayMs / 2) }
  const rhythmDays = async (id: string) => {
    const [plan] = await stage.column<'free' | 'growth'>('SELECT plan FROM account WHERE id = $1', id)
    return plans[plan ?? 'free'].checkEveryDays
  }
  const deps = { db, records, rhythmDays, clock }
  const daily = dailyHandlers(deps)
  const blocks = pageBlockHandlers(deps)
  const charts = seriesHandlers(deps)
  const patient = { deadlineAt: Number.POSITIVE_INFINITY, signal: new AbortController().signal }
  const askerOf = (accountId: string) => {
    const signed = {
      v: 1,
      kid: 'a.a',
      iss: 'a',
      aud: 'a',
      iat: 0,
      kind: 'system',
      accountId,
      plan: 'free',
      keyId: null,
    }
    return callerSchema.parse({ ...signed, role: null, siteIds: null, collect: 'deny', requestId: 'a' })
  }
  async function of(site: string, day: number) {
    today = day
    const reachDays = reachOf(await rhythmDays(site))
    const asked = async (since: string) => {
      const then = await comparedDay(deps, { id: site, accountId: site }, since)
      const standings = { q: '', filter: undefined, sort: 'keyword' as const, then, skip: 0, take: 10 }
      return [await readRanksOfSite(db, site, then), (await askStandings(db, site, standings)).rows]
    }
    const read = async (days: number) => {
      const since = new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
      const call = { params: { id: site }, body: undefined, caller: askerOf(site), ...patient }
      return {
        days: await daily['visibility.list']({ ...call, query: { days, hosts: 'all' } }),
        sites: await daily['siteSummaries.list']({ ...call, params: undefined, query: { days } }),
        blocks: await blocks['pageBlocks.list']({ ...call, query: { days } }),
        before: await readRanksBefore(db, site, days, reachDays),
        asked: await asked(since),
        chart: (
          await charts['positions.list']({ ...call, query: { keywordIds: [`${site} ${site} 0`], hosts: 'all', days } })
        ).series,
      }
    }
    return Promise.all([1, 7, 30, 90].map(read))
  }
  const noonOf = (day: number) => new Date(firstDay + day * dayMs + dayMs / 2)
  /** The service starts with another table of plans. */
  async function restart(growthDays: number, day: number) {
    plans = { ...plans, growth: { ...plans.growth, checkEveryDays: growthDays } }
    await createKnownAccounts(db, plans, async () => {}).keepPastOfPlans(noonOf(day))
  }
  async function change(site: string, plan: 'free' | 'growth', day: number) {
    const client = await db.connect()
    try {
      await client.query('BEGIN')
      const known = createKnownAccounts(db, plans, async () => {})
      await known.apply(client, { id: site, plan, status: 'active' }, ++version, noonOf(day))
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
  /** Counts the past year of the sites that were read once, as it is done each hour. */
  async function keepDays(day: number) {
    today = day
    const round = createKeepingRound({ db, clock })
    while (await round()) {}
  }
  return { of, restart, change, keepDays }
}

const checked = fc.record({ own: fc.constantFrom(0, 3, 10, 25), rival: fc.constantFrom(0, 2, 15) })
const moment = fc.record({
  checks: fc.tuple(fc.option(checked, { freq: 3 }), fc.option(checked, { freq: 3 })),
  plan: fc.option(fc.constantFrom('free' as const, 'growth' as const, 1, 7), { freq: 4 }),
  apart: fc.integer({ min: 1, max: 6 }),
})

it('a change of plan, or of what the operator has plans be, moves nothing in the past, in no window, chart or comparison', async () => {
  const tell = rankStories(stage.pool)
  let sites = 0
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 4, maxLength: 14 }), async (moments) => {
      const site = `past${++sites}`
      await past.restart(1, 0)
      await stage.track(site, { phrases: [`${site} 0`, `${site} 1`] })
      await tell(site, rivalStep)
      let day = 0
      for (const { checks, plan, apart } of moments) {
        for (const [keyword, page] of checks.entries())
          if (page) await tell(site, { does: 'check', keyword, day, path: '/', ...page })
        if (plan) {
          const before = await past.of(site, day)
          await (typeof plan === 'number' ? past.restart(plan, day) : past.change(site, plan, day))
          expect(await past.of(site, day)).toEqual(before)
        }
        day += apart
      }
    }),
    { numRuns: runs(15) },
  )
})

it('the kept days of a site begin anew with each plan, also with one that it had before: none was counted by another rhythm', async () => {
  const site = 'back again'
  await past.restart(1, 0)
  await stage.track(site, { phrases: [`${site} 0`, `${site} 1`] })
  const check = (day: number): Step => ({ does: 'check', keyword: 0, day, own: 3, path: '/', rival: 0 })
  const tell = rankStories(stage.pool)
  const topThree = async (day: number) => (await past.of(site, day))[2]?.days.counts.top3
  await tell(site, check(1))
  await topThree(2)
  await past.change(site, 'free', 2)
  await tell(site, check(4))
  await past.keepDays(23)
  await past.change(site, 'growth', 23)
  const counted = (day: number) => day === 1 || (day >= 4 && day < 14)
  expect(await topThree(24)).toEqual(Array.from({ length: 30 }, (_, i) => Number(counted(i - 5))))
})
