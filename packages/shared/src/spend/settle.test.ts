import { expect, it } from 'vitest'
import { splitOver } from './settle.ts'

const parts = (usd: number, ...accounts: string[]) => splitOver(accounts, usd).map((part) => part.usd)

it('splits to the millionth without losing or making any', () => {
  expect(parts(0.02, 'a', 'b', 'c')).toEqual([0.006667, 0.006667, 0.006666])
  expect(parts(0.0006, 'a')).toEqual([0.0006])
  expect(parts(0, 'a', 'b')).toEqual([0, 0])
  expect(parts(0.02)).toEqual([])
})

it('an account that reads twice pays once', () => {
  expect(splitOver(['b', 'a', 'b'], 0.02)).toEqual([
    { accountId: 'a', usd: 0.01 },
    { accountId: 'b', usd: 0.01 },
  ])
})
