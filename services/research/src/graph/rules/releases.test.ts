import { expect, it } from 'vitest'
import { crawledAtOf } from './releases.ts'

it.each([
  ['cc-main-2026-mar-apr-may', '2026-05-31'],
  ['cc-main-2025-26-nov-dec-jan', null],
  ['cc-main-2025-2026-dec-jan-feb', '2026-02-28'],
  ['mine', null],
])('%s was crawled until %s', (release, day) => {
  expect(crawledAtOf(release)?.toISOString().slice(0, 10) ?? null).toBe(day)
})
