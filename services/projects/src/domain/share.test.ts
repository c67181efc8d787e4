import { expect, it } from 'vitest'
import { createShares, type ShareVerdict, splitUsd } from './share.ts'

const a = (spentUsd: number) => ({ id: 'a', spentUsd })
const b = (spentUsd: number) => ({ id: 'b', spentUsd })

const isGiven = (verdict: ShareVerdict) => typeof verdict === 'object'
const release = (verdict: ShareVerdict) => {
  if (typeof verdict === 'object') verdict.release()
}

it('lets an account reach its share with one last page, counting what is under way', () => {
  const shares = createShares(0.1)
  const first = shares.reserve([a(0.06)], 0.02, shares.mark())
  expect(isGiven(first)).toBe(true)
  expect(isGiven(shares.reserve([a(0.06)], 0.02, shares.mark()))).toBe(true)
  expect(shares.reserve([a(0.099)], 0.02, shares.mark())).toBe('full')
  expect(shares.reserve([a(0.06)], 0.02, shares.mark())).toBe('full')
  release(first)
  expect(isGiven(shares.reserve([a(0.06)], 0.02, shares.mark()))).toBe(true)
})

it('does not take room that was used up between the reading of the spends and the verdict', () => {
  const shares = createShares(0.1)
  const underWay = shares.reserve([a(0.06)], 0.02, shares.mark())
  const mark = shares.mark()
  release(underWay)
  expect(shares.reserve([a(0.08)], 0.02, mark)).toBe('stale')
  expect(isGiven(shares.reserve([a(0.08)], 0.02, shares.mark()))).toBe(true)
  expect(isGiven(shares.reserve([b(0.08)], 0.02, mark))).toBe(true)
})

it('calls spends stale that were read before anything it remembers', () => {
  const shares = createShares(0.1)
  const mark = shares.mark()
  for (let i = 0; i < 30_000; i++) release(shares.reserve([b(0)], 0.001, shares.mark()))
  expect(shares.reserve([a(0)], 0.02, mark)).toBe('stale')
  expect(isGiven(shares.reserve([a(0)], 0.02, shares.mark()))).toBe(true)
})

it('skips a page only when all its readers are over their share', () => {
  const shares = createShares(0.1)
  expect(isGiven(shares.reserve([a(0.1), b(0)], 0.02, shares.mark()))).toBe(true)
  expect(shares.reserve([a(0.1), b(0.1)], 0.02, shares.mark())).toBe('full')
})

it('holds back nothing that is free, and nothing without a budget', () => {
  expect(isGiven(createShares(0).reserve([a(0.1)], 0, 0))).toBe(true)
  expect(isGiven(createShares(null).reserve([a(1_000)], 5, 0))).toBe(true)
})

it('splits to the millionth without losing or making any', () => {
  expect(splitUsd(0.02, 3)).toEqual([0.006667, 0.006667, 0.006666])
  expect(splitUsd(0.0006, 1)).toEqual([0.0006])
  expect(splitUsd(0, 2)).toEqual([0, 0])
})
