import { expect, it } from 'vitest'
import type { RankTable } from './figures.ts'
import { joinTables } from './joined-tables.ts'

const tableOf = (...phrases: string[]): RankTable => ({
  key: phrases,
  phrase: phrases,
  position: phrases.map((_, i) => i + 1),
  url: phrases.map(() => null),
  volume: phrases.map((_, i) => (i + 1) * 100),
  difficulty: phrases.map(() => null),
  cpc: phrases.map(() => null),
  intent: phrases.map(() => null),
  source: phrases.map(() => 'test'),
  sandbox: phrases.map(() => false),
})
const first = tableOf('tea', 'tea cups')
const second = tableOf('tea pots', 'tea')

it('has each phrase once, with its row in every table and the figures of the first that has it', () => {
  const joined = joinTables(tableOf('tea pots'), [first, null, second])
  expect([...joined.index]).toEqual([
    ['tea', 0],
    ['tea cups', 1],
    ['tea pots', 2],
  ])
  expect([...joined.rows]).toEqual([1, 0, 2, 2, 0, 0, 0, 0, 1])
  expect(joined).toMatchObject({ volumes: [100, 200, 100], positions: [null, null, 1] })
})

it('is never that of other tables: another rival, another order, another own table, a newer result', () => {
  const names = (own: RankTable | null, ...rivals: (RankTable | null)[]) => joinTables(own, rivals).names
  expect(names(null, first, second)).toEqual(['tea', 'tea cups', 'tea pots'])
  expect(names(null, first)).toEqual(['tea', 'tea cups'])
  expect(names(null, second, first)).toEqual(['tea pots', 'tea', 'tea cups'])
  expect(names(null, first, tableOf('coffee'))).toEqual(['tea', 'tea cups', 'coffee'])
  expect(joinTables(tableOf('tea'), [first, second]).positions).toEqual([1, null, null])
  expect(joinTables(null, [first, second]).positions).toEqual([null, null, null])
  expect(joinTables(null, []).names).toEqual([])
})
