import { expect, it } from 'vitest'
import { createReport } from '../harness/report.ts'
import { rowOf, type Seen } from '../scripts/faults/play.ts'
import { verdictOf } from '../scripts/faults/series.ts'

const well: Seen = { jobs: 10, readyS: 2, failed: '0 of 9', lost: [], doubled: [] }

it.each([
  ['a lost write', { lost: ['a site'] }, 'lost: a site'],
  ['a doubled check', { doubled: ['a check'] }, 'doubled: a check'],
  ['a system that is ready after more than ten seconds', { readyS: 10.1 }, 'ready after 10.1 s'],
])('a fault with %s has a problem', (_what, seen, problem) => {
  expect(rowOf({ ...well, ...seen })).toMatchObject({ failed: '0 of 9', problem })
})

it('a fault without loss is a row of figures', () => {
  expect(rowOf(well)).toEqual({ jobs: 10, ready: '2.0', failed: '0 of 9', lost: 0, doubled: 0 })
})

it('a step that throws or names a problem makes a run fail; one that is skipped does not, and a later step runs', async () => {
  const report = createReport('of a test')
  report.skip('without an engine', 'not here')
  await report.step('well', async () => ({ n: 1 }))
  expect(report.isOk()).toBe(true)
  await report.step('broken', () => Promise.reject(new Error('away')))
  expect(report.isOk()).toBe(false)
  const other = createReport('of a test')
  await other.step('lossy', async () => ({ problem: 'lost: a site' }))
  await other.step('well', async () => ({ n: 1 }))
  expect(other.isOk()).toBe(false)
})

it('a series grows if its last quarter is a tenth and a certain amount above its second', () => {
  const rising = (by: number) => Array.from({ length: 20 }, (_, i) => 100 + i * by)
  expect(verdictOf('memory, MB', rising(1)).verdict).toBe('flat')
  expect(verdictOf('memory, MB', rising(2))).toEqual({ before: 114, after: 134, change: 20, verdict: 'growing' })
  expect(verdictOf('memory, MB', rising(-2)).verdict).toBe('flat')
  // A figure that could not be read is not flat.
  expect(verdictOf('memory, MB', Array(20).fill(Number.NaN)).verdict).toBe('growing')
  // The start of the programs is not looked at.
  expect(verdictOf('memory, MB', [0, 0, 0, 0, 0, ...Array(15).fill(100)]).verdict).toBe('flat')
})
