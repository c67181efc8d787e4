import { expect, it } from 'vitest'
import { competingPages, type PageChange } from './competing-pages.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const turn = (keywordId: string, n: number, from: string | null, to: string | null, position = 5): PageChange => ({
  keywordId,
  keyword: `phrase ${keywordId}`,
  at: day(n),
  position,
  url: to,
  beforeAt: day(n - 1),
  beforePosition: 7,
  beforeUrl: from,
})

it('an address that came back after another one had its place competes with it, since the other one came', () => {
  expect(competingPages([turn('k', 3, '/a', '/b'), turn('k', 6, '/b', '/a', 4), turn('k', 9, '/a', '/b', 3)])).toEqual([
    {
      keywordId: 'k',
      keyword: 'phrase k',
      since: day(3).toISOString(),
      lastAt: day(9).toISOString(),
      turns: 3,
      addresses: [
        { url: '/b', position: 3, lastAt: day(9).toISOString(), times: 2 },
        { url: '/a', position: 4, lastAt: day(6).toISOString(), times: 2 },
      ],
    },
  ])
})

it('a page that was replaced once, or was lost and found again, competes with none', () => {
  expect(competingPages([turn('k', 3, '/a', '/b'), turn('k', 6, '/b', '/c')])).toEqual([])
  expect(competingPages([turn('k', 3, '/a', null), turn('k', 6, null, '/a')])).toEqual([])
})

it('has the phrase that turned last first', () => {
  const swap = (id: string, n: number) => [turn(id, n, '/a', '/b'), turn(id, n + 1, '/b', '/a')]
  expect(competingPages([...swap('old', 3), ...swap('new', 8)]).map(({ keywordId }) => keywordId)).toEqual([
    'new',
    'old',
  ])
})
