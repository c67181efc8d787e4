import { expect, it } from 'vitest'
import { type Rank, rankOrder, standings } from './standing.ts'

const rank = (position: number | null, change: number | null = null) =>
  // safe because the rules read nothing else
  ({ position, change, lastCheck: null }) as Rank

it('not found is worse than any place, and never looked is last', () => {
  const sorted = [null, 0, 100, 1, 42]
    .map((position) => rank(position))
    .sort((one, other) => rankOrder(one) - rankOrder(other))
  expect(sorted.map(({ position }) => position)).toEqual([1, 42, 100, 0, null])
})

it('not found and never looked are in no top', () => {
  const names = (given: Rank) => Object.entries(standings).flatMap(([name, { has }]) => (has(given) ? [name] : []))
  expect(names(rank(0))).toEqual(['notFound'])
  expect(names(rank(null))).toEqual(['waiting'])
  expect(names(rank(3, 2))).toEqual(['top3', 'top10', 'up'])
  expect(names(rank(11, -1))).toEqual(['down'])
})
