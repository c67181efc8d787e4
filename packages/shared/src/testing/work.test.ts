import { afterAll, expect, it } from 'vitest'
import { countWork, linearGrowth } from './work.ts'
import { runKind } from './work-cases.ts'

const work = countWork(import.meta.resolve('./work-cases.ts'), runKind.name)
afterAll(() => work.stop())
const growth = (kind: string) => work.growthOf((size) => [kind, 'a'.repeat(size)], 1_600)

it.each(['a loop', 'a sorted list'])('%s grows with its input alone', async (kind) => {
  expect(await growth(kind)).toBeLessThan(linearGrowth)
})

it('a loop in a loop grows with the square of its input', async () => {
  expect(await growth('a loop in a loop')).toBeGreaterThan(linearGrowth)
})

it('the same work has the same count', async () => {
  const once = await work.workOf('a loop', 'abc')
  expect(once).toBeGreaterThan(3)
  expect(await work.workOf('a loop', 'abc')).toBe(once)
})
