import { expect, it } from 'vitest'
import { createShares, splitUsd } from './share.ts'

const a = (spentUsd: number) => ({ id: 'a', spentUsd })
const b = (spentUsd: number) => ({ id: 'b', spentUsd })

it('lets an account reach its share with one last page, counting what is under way', () => {
  const shares = createShares(0.1)
  const first = shares.reserve([a(0.06)], 0.02)
  expect(first).not.toBeNull()
  expect(shares.reserve([a(0.06)], 0.02)).not.toBeNull()
  expect(shares.reserve([a(0.099)], 0.02)).toBeNull()
  expect(shares.reserve([a(0.06)], 0.02)).toBeNull()
  first?.release()
  expect(shares.reserve([a(0.06)], 0.02)).not.toBeNull()
})

it('skips a page only when all its readers are over their share', () => {
  const shares = createShares(0.1)
  expect(shares.reserve([a(0.1), b(0)], 0.02)).not.toBeNull()
  expect(shares.reserve([a(0.1), b(0.1)], 0.02)).toBeNull()
})

it('holds back what costs nothing once the share is used up, and never without a budget', () => {
  expect(createShares(0.1).reserve([a(0.1)], 0)).toBeNull()
  expect(createShares(null).reserve([a(1_000)], 5)).not.toBeNull()
})

it('splits to the millionth without losing or making any', () => {
  expect(splitUsd(0.02, 3)).toEqual([0.006667, 0.006667, 0.006666])
  expect(splitUsd(0.0006, 1)).toEqual([0.0006])
  expect(splitUsd(0, 2)).toEqual([0, 0])
})
