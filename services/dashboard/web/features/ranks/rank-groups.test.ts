import { expect, it } from 'vitest'
import { gainOf, pageChanged, type Rank, rankGroups, rankOrder, scoreOf } from './rank-groups.ts'

const rank = (position: number | null, previousPosition: number | null = null, comparable = true) =>
  // safe because the rules read nothing else
  ({ position, previousPosition, comparable, lastCheck: null }) as Rank
const names = (given: Rank) => Object.entries(rankGroups).flatMap(([name, { has }]) => (has(given) ? [name] : []))

it('not found is worse than any place; never looked has no order', () => {
  expect(Number(rankOrder(rank(0)))).toBeGreaterThan(Number(rankOrder(rank(100))))
  expect(rankOrder(rank(null))).toBe(null)
})

it('not found and never looked are in no top', () => {
  expect(names(rank(0))).toEqual(['notFound'])
  expect(names(rank(null))).toEqual(['waiting'])
  expect(names(rank(3, 5))).toEqual(['top3', 'top10', 'up'])
  expect(names(rank(11, 10))).toEqual(['down'])
})

it('a keyword that was lost fell, one that was found rose, and a first check is neither', () => {
  expect([rank(0, 90), rank(90, 0), rank(5, 5), rank(0, 0)].map(gainOf)).toEqual([-11, 11, 0, 0])
  expect([rank(4, null), rank(null, null)].map(gainOf)).toEqual([null, null])
  expect([names(rank(0, 90)), names(rank(90, 0))]).toEqual([['down', 'notFound'], ['up']])
})

it('a rank that an earlier check was not deep enough for has not moved', () => {
  expect([gainOf(rank(0, 45, false)), names(rank(0, 45, false))]).toEqual([null, ['notFound']])
})

it('another page is one that is known on both days and is not the same', () => {
  const pairs = [
    ['/a', '/b'],
    ['/a', '/a'],
    [null, '/a'],
    ['/a', null],
  ] as const
  expect(pairs.map(([url, previousUrl]) => pageChanged({ url, previousUrl }))).toEqual([true, false, false, false])
})

it('a site has no visibility before its first check, and 0 where it was looked for in vain', () => {
  expect([scoreOf(0, []), scoreOf(0, [rank(null)]), scoreOf(0, [rank(null), rank(0)])]).toEqual([null, null, 0])
})
