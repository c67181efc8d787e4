import { expect, it } from 'vitest'
import type { KeywordRow } from '../keyword-rows.ts'
import { outcomeOf } from './check.ts'

const row: KeywordRow = {
  id: 'k',
  keyword: 'coffee',
  country: 'us',
  language: 'en',
  device: 'desktop',
  location: null,
  checkedAt: '2026-03-02T07:00:00.000Z',
  depth: 100,
  source: 'serpapi',
  lastCheck: { status: 'ok', at: '2026-03-02T07:00:00.000Z', error: null },
  position: 10,
  previousPosition: 4,
  change: -6,
  url: 'https://example.com/coffee',
  best: 2,
  frozen: false,
  tags: ['money'],
}
const failed = { status: 'failed', at: '2026-03-02T07:00:00.000Z', error: 'timeout' } as const

it.each<[string, Partial<KeywordRow>, string]>([
  ['at the last place that is right', {}, 'ok'],
  ['one place below it', { position: 11 }, 'out'],
  ['not found', { position: 0 }, 'out'],
  ['never checked', { position: null, checkedAt: null, lastCheck: null }, 'unknown'],
  ['of a check that failed, above', { position: 3, lastCheck: failed }, 'unknown'],
  ['of a check that failed, below', { position: 30, lastCheck: failed }, 'unknown'],
  ['beyond the plan', { frozen: true }, 'unknown'],
  ['not found among too few results', { position: 0, depth: 5 }, 'unknown'],
  ['of a check that is too old', { checkedAt: '2026-02-26T07:00:00.000Z' }, 'unknown'],
  ['while the next check is queued', { lastCheck: { ...failed, status: 'queued' } }, 'ok'],
])('a rank %s is judged', (_, changes, outcome) => {
  const rule = { within: 10, maxAgeDays: 3, now: Date.parse('2026-03-02T09:00:00Z') }
  expect(outcomeOf({ ...row, ...changes }, rule)).toMatchObject({ outcome })
})
