import { expect, it } from 'vitest'
import { tracksOf } from './tracks.ts'

it('what was tracked before is tracked; what is over the limit, or no phrase, is not', () => {
  const skipped = [
    { line: 1, code: 'duplicate' },
    { line: 3, code: 'plan_limit_reached' },
    { line: 4, code: 'invalid' },
  ] as const
  expect(tracksOf(['tea', 'chai', 'mate', ' '], skipped)).toEqual(['tea', 'chai'])
})
