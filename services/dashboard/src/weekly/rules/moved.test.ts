import type { PassRow } from '@rts/shared/contract/rows/advice'
import type { MovementRow } from '@rts/shared/contract/rows/series'
import { expect, it } from 'vitest'
import { ago, now, rank } from '../../advice/rules/testing/facts.ts'
import { movedIn } from './moved.ts'

const noBlocks = { blocks: null, aiOverview: null, aiCited: null, snippet: null, ownSnippet: null, tags: [] }
function movement(id: string, from: number, to: number, more: Partial<MovementRow> = {}): MovementRow {
  const same = { previousUrl: `https://example.com/${id}`, comparable: true, ...noBlocks }
  const medians = { days: 7, position: to, previousPosition: from, moved: from !== to }
  return { ...rank(id, to, { previousPosition: from }), ...same, medians, ...more }
}
function pass(keywordId: string, domain: string, days: number): PassRow {
  const before = { at: ago(days + 1), position: 9, own: 4 }
  return { keywordId, domain, at: ago(days), position: 3, own: 6, before }
}

it('keywords are told in the order of the clicks that their place lost or won', () => {
  const rows = [movement('late', 40, 90), movement('first', 1, 3), movement('gone', 8, 0), movement('up', 12, 2)]
  const { up, down, fell, rose, medianDays } = movedIn(rows, [], now)
  expect([up, down, medianDays]).toEqual([1, 3, 7])
  expect(fell.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['first', 1, 3],
    ['gone', 8, 0],
    ['late', 40, 90],
  ])
  expect(rose.map(({ name }) => name)).toEqual(['up'])
})

it('says what changed meanwhile where it is known, and of how many that did not fall it is true as well', () => {
  const other = { previousUrl: 'https://example.com/before' }
  const rows = [
    movement('passed', 4, 6),
    movement('other page', 4, 6, other),
    movement('unknown', 4, 6),
    movement('stayed', 4, 4, other),
    movement('rose', 6, 4),
  ]
  const passes = [pass('passed', 'rival.com', 2), pass('unknown', 'old.com', 9), pass('rose', 'rival.com', 1)]
  const { fell } = movedIn(rows, passes, now)
  const others = { n: 1, of: 2 }
  expect(Object.fromEntries(fell.map(({ name, why }) => [name, why]))).toEqual({
    passed: { rivals: ['rival.com'], others },
    'other page': { page: 'https://example.com/other page', others },
    unknown: null,
  })
})

it('neither a frozen keyword nor one that stayed within its usual range moved, and few checks are unknown', () => {
  const within = { days: 7, position: 30, previousPosition: 20, moved: false }
  const rows = [
    movement('frozen', 3, 30, { frozen: true }),
    movement('within', 20, 30, { medians: within }),
    movement('new', 3, 30, { medians: null }),
  ]
  expect(movedIn(rows, [], now)).toEqual({ up: 0, down: 0, unknown: 1, medianDays: 7, fell: [], rose: [] })
})
