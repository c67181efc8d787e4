import { expect, it } from 'vitest'
import { until } from './until.ts'

it('a wait ends at its deadline, also where a look never ends', async () => {
  const never = () => new Promise<never>(() => {})
  await expect(until('an idle page', never, 50)).rejects.toThrow('timed out after 50 ms waiting for an idle page')
  await expect(until('nothing', () => false, 50)).rejects.toThrow('timed out')
  expect(await until('a value', async () => 5)).toBe(5)
})
