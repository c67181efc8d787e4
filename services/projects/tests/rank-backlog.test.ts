import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOrder } from '../src/queue/due-order.sql.ts'
import { type Stage, startStage } from './support/stage.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const places = 4
const phrases = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`)

it('ten pages of a small account in the middle of thousands of another’s come as soon as a place is free', async () => {
  await stage.track('many', { phrases: phrases('many', 4_000) })
  await stage.track('few', { phrases: phrases('few', 10) })
  await stage.pool.query(
    `UPDATE page_target SET next_due_at = $1::timestamptz - interval '1 hour'
       + CASE WHEN id LIKE 'few %' THEN 2000 ELSE substr(id, 6)::int END * interval '0.9 seconds'`,
    [stage.clock.now()],
  )
  stage.serp.hold()
  await stage.start({ concurrency: places })
  await until(
    () => stage.column<number>(`SELECT count(*)::int FROM page_target WHERE queue_slot IS NULL`),
    ([waiting]) => waiting === 0,
  )
  // As many pages as there are places may have a slot, or be claimed, before the small account's pages are seen.
  const { prompt, late } = await readOrder(stage.pool, stage.clock.now(), 2 * places + 2 * 10)
  const claimed = await stage.column<string>('SELECT id FROM page_target WHERE lease IS NOT NULL')
  const next = [...prompt, ...late, ...claimed].filter((id) => id.startsWith('few '))
  expect(new Set(next).size).toBe(10)
  stage.serp.resume()
})
