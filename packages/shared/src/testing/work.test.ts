import { afterAll, expect, it } from 'vitest'
import { countWork, linearGrowth } from './work.ts'
import { runKind } from './work-cases.ts'

const work = countWork(import.meta.resolve('./work-cases.ts'), runKind.name)
afterAll(() => work.stop())
const growth = (kind: string) => work.growthOf((size) => [kind, 'a'.repeat(size)], 1_600)

it.each(['a loop', 'a sorted list', 'a regular expression', 'a normal form of letters'])(
  '%s grows with its input alone',
  async (kind) => {
    expect(await growth(kind)).toBeLessThan(linearGrowth)
  },
)

it.each([
  'a loop in a loop',
  'a search in a loop',
  'a list that is cut from the front',
  'a regular expression that tries each place to the end',
  'a regular expression in a group',
  'a normal form of marks',
])('%s grows with the square of its input', async (kind) => {
  expect(await growth(kind)).toBeGreaterThan(linearGrowth)
})

it('the same work has the same count', async () => {
  const once = await work.workOf('a loop', 'abc')
  expect(once).toBeGreaterThan(3)
  expect(await work.workOf('a loop', 'abc')).toBe(once)
})
