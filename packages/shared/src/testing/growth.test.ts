import { expect, it } from 'vitest'
import { growthOf, linearGrowth } from './growth.ts'

const list = (size: number) => Array.from({ length: size }, (_, i) => i)

it('linear work stays below the bound, quadratic work above it', async () => {
  const linear = (numbers: number[]) => numbers.toSorted((a, b) => b - a)
  const quadratic = (numbers: number[]) => numbers.map((one) => numbers.filter((other) => other > one).length)
  expect(await growthOf(list, linear, 800_000)).toBeLessThan(linearGrowth)
  expect(await growthOf(list, quadratic, 4_000)).toBeGreaterThan(linearGrowth)
})
