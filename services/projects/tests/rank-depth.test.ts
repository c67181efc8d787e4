import { positionsSql } from '@rts/local/testing/positions'
import { defaultPlans } from '@rts/shared/plans'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutcomes } from '../src/checks/outcomes.ts'
import { fillNextPast } from '../src/history/pasts.ts'
import { cutPage } from '../src/history/rules/positions.ts'
import { claimNext } from '../src/queue/due-pages.sql.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const terms = { plans: defaultPlans, isSmart: true }
type Day = { own: number; rival: number }
type Reader = { depth: number | null; smart: boolean }
const place = fc.constantFrom(0, 3, 9, 12, 19, 21, 34, 48, 55, 77, 98)
const days = fc.array(fc.record({ own: place, rival: place }), { minLength: 2, maxLength: 12 })
const readers = fc.array(fc.record({ depth: fc.constantFrom(null, 10, 20, 50), smart: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})

/** The results page of a day, read to `depth`. */
function pageOf({ own, rival }: Day, depth: number) {
  const hosts = Array.from({ length: 100 }, () => 'other.org')
  if (rival > 0) hosts.splice(rival - 1, 2, 'rival.com', 'late.com')
  if (own > 0) hosts[own - 1] = 'example.com'
  const urls = hosts.map((host) => `https://${host}/`)
  return cutPage({ hosts, urls, depth: 100, fetchedAt: stage.clock.now(), source: 'scripted', sandbox: true }, depth)
}

/** Serves the due readers of a page, as a worker does: until none is due. Answers the depths that were asked for. */
async function check(phrase: string, day: Day): Promise<number[]> {
  const outcomes = createOutcomes(stage.pool, terms)
  const asked: number[] = []
  for (;;) {
    const [claimed] = await claimNext(stage.pool, [phrase], stage.clock.now(), terms)
    if (!claimed) return asked
    const { target } = claimed
    asked.push(target.depth)
    if (asked.length > 2) throw new Error('a page that has been read to the whole depth is asked for again')
    await outcomes.keep(target, { ...pageOf(day, target.depth), questions: [], costUsd: 0.01 }, null)
    stage.pass(1 / 60)
  }
}

/** Half an hour after the pages' time of the day. */
async function begin(): Promise<void> {
  await stage.clear()
  stage.pass(6.5)
}

async function track(account: string, phrase: string, { depth, smart }: Reader): Promise<void> {
  await stage.track(account, { phrases: [phrase] })
  await stage.pool.query('UPDATE site SET depth = $2, smart = $3 WHERE id = $1', [account, depth, smart])
  await addRival(account, 'rival')
}

async function addRival(account: string, name: 'rival' | 'late', pastSeq: number | null = null): Promise<void> {
  const values = [`${account} ${name}`, account, stage.clock.now(), pastSeq, `${name}.com`]
  await stage.pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ($1, $2, $5, 'competitor', $3, $4)`,
    values,
  )
}

/** All that the account sees of its checks, by day. */
async function seenBy(account: string): Promise<unknown> {
  const day = (at: string) => `to_char(${at}, 'YYYY-MM-DD')`
  const nameOf = `replace(domain_id, $1, '')`
  const ranks = await stage.pool.query(
    `SELECT ${nameOf} AS domain, ${day('checked_at')} AS day, position, url, depth FROM ${positionsSql} p WHERE keyword_id LIKE $1 || ' %'
     ORDER BY checked_at, 1`,
    [account],
  )
  const states = await stage.pool.query(
    `SELECT ${nameOf} AS domain, position, depth, previous_position, previous_depth, best, url FROM keyword_state
     WHERE keyword_id LIKE $1 || ' %' ORDER BY 1`,
    [account],
  )
  const changes = await stage.pool.query(
    `SELECT ${nameOf} AS domain, ${day('checked_at')} AS day, position, own, before_position, before_own FROM ranks.notable_change
     WHERE keyword_id LIKE $1 || ' %' ORDER BY checked_at, 1`,
    [account],
  )
  return { ranks: ranks.rows, states: states.rows, changes: changes.rows }
}

it('each reader of a page sees what it would see if it were alone, whatever the depths of the others', async () => {
  await fc.assert(
    fc.asyncProperty(readers, days, async (all, story) => {
      await begin()
      for (const [i, reader] of all.entries()) {
        await track(`s${i}`, 'shared', reader)
        await track(`a${i}`, `alone ${i}`, reader)
      }
      for (const day of story) {
        await check('shared', day)
        for (const i of all.keys()) await check(`alone ${i}`, day)
        stage.pass(24)
      }
      for (const account of all.flatMap((_, i) => [`s${i}`, `a${i}`])) {
        await addRival(account, 'late', 0)
        await fillNextPast(stage.pool, `${account} late`)
      }
      for (const i of all.keys()) expect(await seenBy(`s${i}`)).toEqual(await seenBy(`a${i}`))
    }),
    { numRuns: runs(15) },
  )
})

it('a site that reads by need: through the page after its rank, all on the day it is lost and a week later, two pages between', async () => {
  await begin()
  await track('a', 'phrase', { depth: null, smart: true })
  const asked: number[][] = []
  for (const own of [12, 12, 18, 21, 55, 0, 0, 0, 0, 0, 0, 34, 34, 34]) {
    asked.push(await check('phrase', { own, rival: 0 }))
    stage.pass(24)
  }
  expect(asked).toEqual([
    [100],
    [30],
    [30],
    [30],
    // 55 is beyond the page after 21: read on to the end.
    [40, 100],
    [70, 100],
    ...Array.from({ length: 6 }, () => [20]),
    // It came back on the day before, deeper than two pages.
    [100],
    [50],
  ])
})

it('a site of a smaller depth is not found beyond it, and has lost nothing by that', async () => {
  await begin()
  await track('a', 'phrase', { depth: null, smart: false })
  await check('phrase', { own: 45, rival: 30 })
  await stage.pool.query('UPDATE site SET depth = 20')
  stage.pass(24)
  expect(await check('phrase', { own: 45, rival: 30 })).toEqual([20])
  const states = await stage.pool.query(
    'SELECT position, depth, previous_position AS previous, previous_depth AS "previousDepth" FROM keyword_state',
  )
  const unseen = { position: 0, depth: 20, previousDepth: 100 }
  expect(states.rows).toEqual(expect.arrayContaining([45, 30].map((previous) => ({ ...unseen, previous }))))
  expect(await stage.column('SELECT count(*)::int FROM ranks.notable_change')).toEqual([0])
})
