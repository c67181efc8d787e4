import { expect, it } from 'vitest'
import { newPages, newQueries, newQuery } from './collecting.ts'

const row = (key: string, clicks: number) => ({ key, clicks, impressions: 10 * clicks, ctr: 0.1, position: 3 })

it('a page that is missing in the days before had no clicks, null where their list was cut', () => {
  const before = [row('/a', 5), row('/old', 9)]
  const previous = (isCut: boolean) =>
    newPages([row('/a', 7), row('/b', 2)], { rows: before, isCut }).map(({ previousClicks }) => previousClicks)
  expect(previous(false)).toEqual([5, 0])
  expect(previous(true)).toEqual([5, null])
})

it('keeps no character that Postgres would refuse', () => {
  expect(newQuery(row('moka\u0000 pot\ud800', 1)).query).toBe('moka pot\ufffd')
})

it('lets others have their turn: never more than two hundred queries at once', () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => row(`query ${i}`, 1))
  expect([...newQueries(rows)].length).toBe(5)
})
