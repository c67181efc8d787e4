import { expect, it } from 'vitest'
import { createReport, type Seen } from '../scripts/faults/report.ts'
import { verdictOf } from '../scripts/faults/series.ts'

const well: Seen = { jobs: 'crawl', readyS: 2, failed: '0 of 9', lost: [], doubled: [] }

it.each([
  ['a lost write', { lost: ['a site'] }],
  ['a doubled check', { doubled: ['a check'] }],
  ['a system that is ready after more than ten seconds', { readyS: 10.1 }],
])('a fault with %s is broken', async (_what, seen) => {
  const report = createReport()
  await report.play('kill', async () => ({ ...well, ...seen }))
  expect(report.isBroken()).toBe(true)
})

it('a fault that throws is broken, and a skipped one is a row with its reason', async () => {
  const report = createReport()
  await report.play('kill', async () => well)
  report.skip('disk', 'needs root')
  expect(report.isBroken()).toBe(false)
  await report.play('silence', () => Promise.reject(new Error('no end')))
  expect(report.isBroken()).toBe(true)
  expect(report.table().split('\n').slice(2)).toEqual([
    '| kill | crawl | 2.0 | 0 of 9 | 0 | 0 |',
    '| disk | – | – | – | 0 | 0 | skipped: needs root |',
    '| silence | – | – | – | 0 | 0 | broken: no end |',
  ])
})

it('a series grows if its last quarter is a tenth and a certain amount above its second', () => {
  const rising = (by: number) => Array.from({ length: 20 }, (_, i) => 100 + i * by)
  expect(verdictOf('memory, MB', rising(1)).verdict).toBe('flat')
  expect(verdictOf('memory, MB', rising(2))).toEqual({ before: 114, after: 134, change: 20, verdict: 'growing' })
  expect(verdictOf('memory, MB', rising(-2)).verdict).toBe('flat')
  // The start of the programs is not looked at.
  expect(verdictOf('memory, MB', [0, 0, 0, 0, 0, ...Array(15).fill(100)]).verdict).toBe('flat')
})
