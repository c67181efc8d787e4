import { createMetricsRegistry } from '@rts/shared/service/health'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { showFigures } from '../src/rank-checks.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterEach(() => stage.clear())
afterAll(() => stage.stop())

async function figure(name: string): Promise<number> {
  const registry = createMetricsRegistry('projects')
  showFigures({ registry, pool: stage.pool, clock: stage.clock })
  return Number(new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(await registry.metrics())?.[1])
}

it('the queue has its length and its oldest page, with a slot or without', async () => {
  expect([await figure('projects_due_pages'), await figure('projects_oldest_due_seconds')]).toEqual([0, 0])
  await stage.track('a', { phrases: ['one', 'two', 'three'] })
  stage.pass(1)
  await stage.track('b', { phrases: ['four'] })
  await stage.pool.query(`UPDATE page_target SET next_due_at = next_due_at + interval '1 day' WHERE id = 'three'`)
  expect([await figure('projects_due_pages'), await figure('projects_oldest_due_seconds')]).toEqual([3, 3_600])
  // As the queue gives slots to the two of the first account.
  await stage.pool.query(`UPDATE page_target SET lane = 2, queue_slot = 1 WHERE id IN ('one', 'two')`)
  stage.pass(1)
  expect([await figure('projects_due_pages'), await figure('projects_oldest_due_seconds')]).toEqual([3, 7_200])
})

it('the coming months are those that every table of history has', async () => {
  await stage.start()
  expect(await figure('projects_months_ahead')).toBe(2)
  await stage.pool.query(`SELECT ranks.drop_month('rank', '2027-02-01')`)
  stage.pass(24 * 31)
  expect(await figure('projects_months_ahead')).toBe(1)
  stage.pass(24 * 31)
  expect(await figure('projects_months_ahead')).toBe(0)
})
