import { positionsSql } from '@rts/local/testing/positions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { listUnfilled } from '../src/history/pasts.sql.ts'
import { fillNextPast } from '../src/history/pasts.ts'
import { type Stage, startStage } from './support/stage.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

/** A competitor as a call leaves it that had no time for the past. */
const addUnfilled = (domain: string) =>
  stage.pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ('rival', 'a', $1, 'competitor', now(), 0)`,
    [domain],
  )
/** Checks every keyword once, then stops the background work. */
async function check(): Promise<void> {
  const before = stage.serp.calls.length
  const keywords = Number((await stage.column('SELECT count(*) FROM keyword'))[0])
  const background = await stage.start()
  await until(
    () =>
      stage.column(
        `SELECT count(*) FROM keyword WHERE last_check_status = 'ok' AND last_check_at = $1`,
        stage.clock.now(),
      ),
    ([count]) => Number(count) === keywords,
  )
  await background.stop()
  expect(stage.serp.calls.length - before).toBe(keywords)
}
const ranks = () => stage.column<number>(`SELECT position FROM keyword_state WHERE domain_id = 'rival'`)

it('goes from keyword to keyword until all have theirs, once each, also when two are at it', async () => {
  const phrases = Array.from({ length: 30 }, (_, i) => `step ${i}`)
  for (const phrase of phrases) stage.serp.show(phrase, 'a.org', 'rival.com')
  await stage.track('a', { phrases })
  await check()
  await addUnfilled('rival.com')
  expect(await listUnfilled(stage.pool)).toEqual(['rival'])
  // A filler skips a competitor that another is filling.
  expect(await Promise.all([fillNextPast(stage.pool, 'rival'), fillNextPast(stage.pool, 'rival')])).toContain(true)
  while (await fillNextPast(stage.pool, 'rival')) {}
  expect(await ranks()).toEqual(phrases.map(() => 2))
  expect(await listUnfilled(stage.pool)).toEqual([])
  expect(await stage.column(`SELECT count(*)::int FROM ${positionsSql} p WHERE domain_id = 'rival'`)).toEqual([30])
})

it('is filled in the background where a call left it', async () => {
  stage.serp.show('one', 'rival.com')
  await stage.track('a', { phrases: ['one'] })
  await check()
  await addUnfilled('rival.com')
  await stage.start()
  await until(ranks, (all) => all.join() === '1')
})

it('is filled beside one that the database refuses', async () => {
  stage.serp.show('one', 'rival.com')
  await stage.track('a', { phrases: ['one'] })
  await check()
  await stage.pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since, past_seq) VALUES ('refused', 'a', 'refused.com', 'competitor', now(), 0)`,
  )
  await addUnfilled('rival.com')
  await stage.pool.query(`ALTER TABLE keyword_state ADD CONSTRAINT refused CHECK (domain_id <> 'refused')`)
  await stage.start()
  await until(ranks, (all) => all.join() === '1')
  expect(await listUnfilled(stage.pool)).toEqual(['refused'])
  await stage.pool.query('ALTER TABLE keyword_state DROP CONSTRAINT refused')
})

it('joins what was checked meanwhile', async () => {
  stage.serp.show('one', 'a.org', 'rival.com')
  await stage.track('a', { phrases: ['one'] })
  await check()
  await addUnfilled('rival.com')
  stage.serp.show('one', 'a.org', 'b.org', 'rival.com')
  stage.pass(36.5)
  await stage.pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, position, best, url, checked_at) SELECT id, 'rival', 3, 3, NULL, $1 FROM keyword`,
    [stage.clock.now()],
  )
  expect(await fillNextPast(stage.pool, 'rival')).toBe(false)
  const state = `SELECT position || ' after ' || previous_position || ', best ' || best FROM keyword_state WHERE domain_id = 'rival'`
  expect(await stage.column(state)).toEqual(['3 after 2, best 2'])
})
