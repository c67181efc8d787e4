import { setTimeout as delay } from 'node:timers/promises'
import { failed } from '@rts/shared/failure'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { SerpQueue } from '../src/checks/providers/serp.ts'
import { noBlocks } from '../src/history/rules/blocks.ts'
import { type Stage, startStage } from './support/stage.ts'
import { storedPages } from './support/stored-pages.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

type State = 'pending' | 'gone' | 'failed' | 'unreached' | 'ready'

/** A queue with tasks in the states that a test sets; an id has the phrase and the number of its order. */
function scriptedQueue() {
  const submits: string[][] = []
  const polls: { id: string; known: string[] }[] = []
  const states = new Map<string, State>()
  let taken = (_phrase: string) => true
  const failure = failed('queue', 'upstream')
  const queue: SerpQueue = {
    source: 'queue',
    priceUsd: () => 0.006,
    submit: async (queries) => {
      submits.push(queries.map(({ phrase }) => phrase))
      const before = (phrase: string) => submits.flat().filter((other) => other === phrase).length
      return queries.map(({ phrase }) => {
        if (!taken(phrase)) return failure
        return { ok: true, taskId: `${phrase} #${before(phrase)}`, costUsd: 0.006 }
      })
    },
    collect: async (id, { depth }) => {
      polls.push({
        id,
        known: await stage.column('SELECT provider_task_id FROM page_target WHERE provider_task_id IS NOT NULL'),
      })
      const state = states.get(id) ?? 'pending'
      if (state === 'pending') return { state: 'waiting', failure: null }
      if (state === 'unreached') return { state: 'waiting', failure }
      if (state !== 'ready') return { state, failure }
      const organic = [{ position: 1, url: 'https://example.com/', host: 'example.com' }]
      const facts = { source: 'queue', sandbox: true, fetchedAt: stage.clock.now(), costUsd: 0 }
      return {
        state: 'ready',
        page: { ok: true, ...facts, value: { depth, organic, questions: [], blocks: noBlocks } },
      }
    },
  }
  return {
    queue,
    submits,
    polls,
    set: (id: string, state: State) => void states.set(id, state),
    refuse: (phrase: string) => {
      taken = (other) => other !== phrase
    },
  }
}

const orders = () => stage.column('SELECT provider_task_id FROM page_target ORDER BY id')
const sources = async () => (await storedPages(stage.pool)).map(({ source }) => source)
const ordered = (...ids: (string | null)[]) => until(orders, (all) => all.join() === ids.join())
const stored = (...names: string[]) => until(sources, (all) => all.join() === names.join())
const minutes = async (count: number) => {
  stage.pass(count / 60)
  await stage.wake()
}

it('pages that are ordered together take a place each', async () => {
  const { queue, submits } = scriptedQueue()
  const phrases = Array.from({ length: 8 }, (_, i) => `page ${i}`)
  let underWay = 0
  let most = 0
  const submit: SerpQueue['submit'] = async (queries, ...more) => {
    underWay += queries.length
    most = Math.max(most, underWay)
    await stage.wake()
    await delay(300)
    underWay -= queries.length
    return queue.submit(queries, ...more)
  }
  await stage.track('a', { phrases })
  await stage.start({ queue: { ...queue, submit }, concurrency: 4 })
  await ordered(...phrases.map((phrase) => `${phrase} #1`))
  expect([most, submits.flat().length]).toEqual([4, 8])
})

it('pages are ordered together, known before they are asked for, and booked once', async () => {
  const { queue, submits, polls, set } = scriptedQueue()
  await stage.track('a', { phrases: ['one', 'two'] })
  await stage.start({ queue })
  await ordered('one #1', 'two #1')
  expect(submits).toEqual([['one', 'two']])
  expect(polls).toEqual([])
  set('one #1', 'ready')
  await minutes(1)
  await stored('queue')
  await ordered(null, 'two #1')
  for (const { id, known } of polls) expect(known).toContain(id)
  set('two #1', 'ready')
  await minutes(10)
  await stored('queue', 'queue')
  expect(submits).toHaveLength(1)
  expect(stage.serp.calls).toEqual([])
  expect(await stage.column('SELECT cost_usd::float8 FROM ranks.page')).toEqual([0.006, 0.006])
  expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.012])
})

it('a restart goes on asking for what was ordered before', async () => {
  const { queue, submits, polls, set } = scriptedQueue()
  await stage.track('a', { phrases: ['one'] })
  const before = await stage.start({ queue })
  await ordered('one #1')
  await before.stop()
  set('one #1', 'ready')
  stage.pass(0.1)
  await stage.start({ queue })
  await stored('queue')
  expect(polls.map(({ id }) => id)).toEqual(['one #1'])
  expect(submits).toHaveLength(1)
})

it('a lost order is made again, and the page is fetched live when that one is lost as well; all of it is booked', async () => {
  const { queue, submits, set } = scriptedQueue()
  stage.serp.costUsd = 0.02
  await stage.track('a', { phrases: ['one'] })
  await stage.start({ queue })
  await ordered('one #1')
  set('one #1', 'gone')
  await minutes(1)
  await ordered('one #2')
  set('one #2', 'gone')
  await minutes(10)
  await stored('scripted')
  expect(submits).toHaveLength(2)
  expect(await stage.column('SELECT cost_usd::float8 FROM ranks.page')).toEqual([0.032])
  expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.032])
})

it('what a person asks for is fetched live at the live price, and the next regular check is ordered again', async () => {
  const { queue, submits, set } = scriptedQueue()
  stage.serp.costUsd = 0.02
  await stage.track('a', { phrases: ['one'] })
  await stage.start({ queue })
  await ordered('one #1')
  set('one #1', 'ready')
  await minutes(1)
  await stored('queue')
  stage.pass(3)
  const now = stage.clock.now()
  await stage.pool.query(`UPDATE keyword SET last_check_status = 'queued', last_check_at = $1, due_at = $1`, [now])
  await stage.pool.query('UPDATE page_target SET next_due_at = $1', [now])
  await stage.wake()
  await stored('queue', 'scripted')
  expect(submits).toHaveLength(1)
  expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.026])
  stage.pass(36)
  await stage.wake()
  await ordered('one #2')
})

it('the first check of a keyword that was just added is fetched live, those of a list of more than twenty are ordered', async () => {
  const { queue, submits } = scriptedQueue()
  const list = Array.from({ length: 21 }, (_, index) => `phrase ${index}`)
  await stage.track('few', { phrases: ['one'] })
  await stage.track('many', { phrases: list })
  await stage.pool.query(`UPDATE keyword SET last_check_status = 'queued', last_check_at = due_at`)
  await stage.start({ queue })
  await stored('scripted')
  await until(
    async () => submits.flat(),
    (all) => all.length === list.length,
  )
  expect(submits.flat().sort()).toEqual([...list].sort())
})

it('what the queue does not take, and what ends in failure there, is fetched live', async () => {
  const { queue, set, refuse } = scriptedQueue()
  refuse('refused')
  await stage.track('a', { phrases: ['ends', 'refused'] })
  await stage.start({ queue })
  await stored('scripted')
  await ordered('ends #1', null)
  set('ends #1', 'failed')
  await minutes(1)
  await stored('scripted', 'scripted')
})

it('a queue that cannot be reached is asked again; after three hours the page is fetched live', async () => {
  const { queue, polls, set } = scriptedQueue()
  await stage.track('a', { phrases: ['one'] })
  await stage.start({ queue })
  await ordered('one #1')
  set('one #1', 'unreached')
  await minutes(1)
  await until(
    async () => polls.length,
    (count) => count === 1,
  )
  await minutes(60)
  await until(
    async () => polls.length,
    (count) => count === 2,
  )
  expect(stage.serp.calls).toEqual([])
  await minutes(120)
  await stored('scripted')
})

it('a collected page that cannot be written does not book its order a second time', async () => {
  const { queue, set } = scriptedQueue()
  await stage.pool.query(
    `ALTER TABLE ranks.page ADD CONSTRAINT refused CHECK (source <> ranks.source_of('queue', true)) NOT VALID`,
  )
  await stage.track('a', { phrases: ['one'] })
  await stage.start({ queue })
  await ordered('one #1')
  set('one #1', 'ready')
  await minutes(1)
  await until(
    () => stage.column('SELECT last_check_error FROM keyword'),
    ([error]) => error === 'storage',
  )
  await stage.pool.query('ALTER TABLE ranks.page DROP CONSTRAINT refused')
  expect(await stage.column('SELECT sum(usd)::float8 FROM spend.book')).toEqual([0.006])
})

it('what is fetched live because its order is overdue keeps within its account’s share', async () => {
  const { queue } = scriptedQueue()
  stage.serp.costUsd = 0.02
  await stage.track('a', { phrases: Array.from({ length: 12 }, (_, i) => `p${i}`) })
  await stage.start({ queue, budgetUsd: 1, share: 0.1 })
  await until(
    () => stage.column('SELECT sum(usd)::float8 FROM spend.book'),
    ([usd]) => Number(usd) === 0.072,
  )
  stage.pass(3.1)
  await stage.wake()
  await until(
    () => stage.column('SELECT last_check_status FROM keyword'),
    (all) => all.every(Boolean),
  )
  const spent = Number((await stage.column('SELECT sum(usd)::float8 FROM spend.book'))[0])
  expect(spent).toBeGreaterThan(0.072)
  expect(spent).toBeLessThan(0.1 + 0.02)
})

it('orders only what the day can pay for', async () => {
  const { queue, submits } = scriptedQueue()
  for (const name of ['a', 'b', 'c']) await stage.track(name, { phrases: [name] })
  await stage.start({ queue, budgetUsd: 0.013, share: 1 })
  await until(
    () => stage.column('SELECT last_check_error FROM keyword'),
    (errors) => errors.includes('budget'),
  )
  expect(submits.flat()).toHaveLength(2)
  expect(await stage.column('SELECT sum(usd)::float8 FROM spend.total')).toEqual([0.012])
})
