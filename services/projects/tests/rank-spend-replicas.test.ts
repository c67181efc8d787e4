import { until } from '@rts/local/testing/until'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
let pools: pg.Pool[] = []
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(async () => {
  await stage.clear()
  await Promise.all(pools.map((pool) => pool.end()))
  pools = []
})

const checksOf = (status: string) =>
  stage.column<number>('SELECT count(*)::int FROM keyword WHERE last_check_status = $1', status)

/** Replicas with their own connections, all busy before the first answer comes. */
async function startReplicas(count: number, settings: { budgetUsd: number; share: number }): Promise<void> {
  stage.serp.hold()
  pools = Array.from({ length: count }, () => new pg.Pool({ connectionString: stage.url, max: 5 }))
  for (const pool of pools) await stage.start(settings, pool)
  await until('busy replicas', () => stage.serp.calls.length >= Math.min(5, 4 * count))
  stage.serp.resume()
  await until('all checks', async () => (await stage.column('SELECT last_check_status FROM keyword')).every(Boolean))
}

it.each([1, 2, 4])('%i replicas spend the share of an account once', async (count) => {
  stage.serp.costUsd = 0.02
  await stage.track('greedy', { phrases: Array.from({ length: 24 }, (_, i) => `greedy ${i}`) })
  await startReplicas(count, { budgetUsd: 1, share: 0.1 })
  expect(stage.serp.calls).toHaveLength(5)
  expect(await checksOf('ok')).toEqual([5])
})

it.each([1, 2, 4])('%i replicas spend the budget of the day once', async (count) => {
  stage.serp.costUsd = 0.02
  for (let n = 0; n < 8; n++)
    await stage.track(`account ${n}`, { phrases: Array.from({ length: 3 }, (_, i) => `phrase ${n} ${i}`) })
  await startReplicas(count, { budgetUsd: 0.1, share: 1 })
  expect(stage.serp.calls).toHaveLength(5)
  expect(await checksOf('ok')).toEqual([5])
})
