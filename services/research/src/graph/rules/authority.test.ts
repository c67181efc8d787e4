import { expect, it } from 'vitest'
import { authorityOfPlace } from './authority.ts'

it('falls from 100 by the logarithm of the place', () => {
  expect([1, 1_000, 1_000_000, 120_000_000, 1e12].map(authorityOfPlace)).toEqual([100, 62.9, 25.7, 0, 0])
})
