import { expect, it } from 'vitest'
import { mean } from '../../kit/words/figure.ts'
import { alongDays, type Course, halvesOf, totalsOf } from './halves.ts'

const numbers = [1, 2, 3, 4]
const course: Course = {
  days: ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
  counts: {
    top3: numbers,
    top10: numbers,
    top20: numbers,
    top50: numbers,
    top100: numbers,
    notFound: numbers,
    unchecked: numbers,
  },
  hosts: [{ competitorId: null, domain: 'a.example', scores: [10, null, 30, 40], shares: [null, null, 3, 5] }],
  notes: [
    { id: '1', day: '2026-01-02', text: 'before', createdAt: '' },
    { id: '2', day: '2026-01-03', text: 'now', createdAt: '' },
  ],
}
const day = (name: string, clicks: number, impressions: number, position: number) => {
  return { day: name, clicks, impressions, ctr: clicks / impressions, position }
}

it('halves a course into two periods of the same length, each with its own notes', () => {
  const { now, before } = halvesOf(course)
  expect([before.days, now.days]).toEqual([course.days.slice(0, 2), course.days.slice(2)])
  expect([before.counts.top3, now.counts.unchecked]).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect([before.hosts[0]?.scores, now.hosts[0]?.shares]).toEqual([
    [10, null],
    [3, 5],
  ])
  expect([before, now].map(({ notes }) => notes.map(({ text }) => text))).toEqual([['before'], ['now']])
})

it('an unknown day counts for no mean, and an unknown period has none', () => {
  expect(mean([10, null, 20])).toBe(15)
  expect(mean([null])).toBe(null)
  expect(totalsOf([])).toBe(null)
})

it('the position of several days weighs each by how often the site was seen', () => {
  expect(totalsOf([day('2026-01-03', 10, 900, 2), day('2026-01-04', 0, 100, 12)])).toEqual({
    clicks: 10,
    impressions: 1_000,
    ctr: 0.01,
    position: 3,
  })
})

it('days on which nobody saw the site have no rate and no position', () => {
  expect(totalsOf([day('2026-01-03', 0, 0, 0)])).toEqual({ clicks: 0, impressions: 0, ctr: null, position: null })
})

it('puts each day beside the one a period earlier, and leaves gaps where Google has no day', () => {
  const found = [day('2026-01-01', 1, 10, 1), day('2026-01-03', 3, 10, 1)]
  const clicks = alongDays(['2026-01-03', '2026-01-04'], found, (each) => each.clicks)
  expect(clicks).toEqual({ now: [3, null], before: [1, null] })
})
