import { expect, it } from 'vitest'
import { foundWays, type Way } from './way.ts'

const way = (name: string, of = '', id = name): Way => ({ id, name, of, go() {} })
const names = (ways: Way[]) => ways.map(({ name, of }) => `${name} ${of}`.trim())

it('has every part of the text in the name or in the place', () => {
  const ways = [way('Keywords', 'Toko C'), way('Keywords', 'Toko D', 'other'), way('Settings', 'Toko C')]
  expect(names(foundWays(ways, 'toko c key'))).toEqual(['Keywords Toko C'])
})

it('puts names that begin with the text first, and keeps the order else', () => {
  const ways = [way('Rank comparison'), way('Coffee'), way('Compare'), way('Discomfort')]
  expect(names(foundWays(ways, 'com'))).toEqual(['Compare', 'Rank comparison', 'Discomfort'])
})

it('puts ways that match by their place alone behind those that were found elsewhere', () => {
  const ways = [way('Team', 'Account'), way('Compare')]
  expect(names(foundWays(ways, 'co', [way('coffee')]))).toEqual(['Compare', 'coffee', 'Team Account'])
})

it('names a way once, where it is first, and puts ways from elsewhere last', () => {
  const ways = [way('Keywords', 'last seen', 'k'), way('Settings'), way('Keywords', 'Ranks', 'k')]
  expect(names(foundWays(ways, '', [way('kopi')]))).toEqual(['Keywords last seen', 'Settings', 'kopi'])
})
