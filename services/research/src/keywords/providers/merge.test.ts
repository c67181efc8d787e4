import { expect, it } from 'vitest'
import { type KeywordRow, noFigures } from '../rules/figures.ts'
import { mergeRows } from './keyword-sources.ts'

const row = (source: string, phrase: string, more: Partial<KeywordRow> = {}): KeywordRow => ({
  phrase,
  source,
  sandbox: false,
  ...noFigures,
  ...more,
})

it('has each phrase once, in the order of those who know it, whatever its spelling', () => {
  const merged = mergeRows([
    [row('a', 'Tea'), row('a', 'mugs')],
    [row('b', 'tea '), row('b', 'pots')],
  ])
  expect(merged.map(({ phrase, source }) => [phrase, source])).toEqual([
    ['Tea', 'a'],
    ['mugs', 'a'],
    ['pots', 'b'],
  ])
})

it('fills what the first does not know, and names who did; what it knows stays', () => {
  const [merged] = mergeRows([
    [row('a', 'tea', { volume: 10 })],
    [row('b', 'tea', { volume: 99, lowBid: 2, sandbox: true })],
    [row('c', 'tea', { volume: 5 })],
  ])
  expect(merged).toMatchObject({ volume: 10, lowBid: 2, source: 'a+b', sandbox: true })
})
