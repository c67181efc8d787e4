import type { PassRow } from '@rts/shared/contract/rows/advice'
import type { MovementRow } from '@rts/shared/contract/rows/series'
import { expect, it } from 'vitest'
import { ago, now, rank } from '../../advice/rules/testing/facts.ts'
import { movedIn } from './moved.ts'

const noBlocks = { blocks: null, aiOverview: null, aiCited: null, snippet: null, ownSnippet: null, tags: [] }
function movement(id: string, from: number | null, to: number | null, more: Partial<MovementRow> = {}): MovementRow {
  const same = { previousUrl: `https://example.com/${id}`, comparable: from !== null && to !== null, ...noBlocks }
  return { ...rank(id, to, { previousPosition: from }), ...same, ...more }
}
function pass(keywordId: string, domain: string, days: number): PassRow {
  const before = { at: ago(days + 1), position: 9, own: 4 }
  return { keywordId, domain, at: ago(days), position: 3, own: 6, before }
}

it('keywords are told in the order of the clicks that their place lost or won', () => {
  const rows = [movement('late', 40, 90), movement('first', 1, 3), movement('gone', 8, 0), movement('up', 12, 2)]
  const { up, down, fell, rose } = movedIn(rows, [], now)
  expect([up, down]).toEqual([1, 3])
  expect(fell.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['first', 1, 3],
    ['gone', 8, 0],
    ['late', 40, 90],
  ])
  expect(rose.map(({ name }) => name)).toEqual(['up'])
})

it('says why where it is known: rivals that came ahead within the week, or another page', () => {
  const rows = [
    movement('passed', 4, 6),
    movement('other page', 4, 6, { previousUrl: 'https://example.com/before' }),
    movement('unknown', 4, 6),
  ]
  const { fell } = movedIn(rows, [pass('passed', 'rival.com', 2), pass('unknown', 'old.com', 9)], now)
  expect(Object.fromEntries(fell.map(({ name, why }) => [name, why]))).toEqual({
    passed: { rivals: ['rival.com'] },
    'other page': { page: 'https://example.com/other page' },
    unknown: null,
  })
})

it.each([
  ['frozen', { frozen: true }],
  ['not comparable', { comparable: false }],
  ['not checked in the week', { checkedAt: ago(8) }],
  ['never checked', { checkedAt: null }],
])('a keyword that is %s did not move', (_what, more) => {
  expect(movedIn([movement('tea', 3, 30, more)], [], now)).toEqual({ up: 0, down: 0, fell: [], rose: [] })
})
