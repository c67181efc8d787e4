import { clickRate } from '@rts/shared/clicks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibilityScore } from './visibility.ts'

const position = fc.integer({ min: 0, max: 120 })
const one = (rank: number | null, phrase: unknown) => ({ position: rank, weighsWith: `${phrase}` })
const scoreOf = (ranks: readonly (number | null)[]) => visibilityScore(ranks.map(one))

describe('visibilityScore', () => {
  it('lies between 0, nothing found, and 100, first everywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.option(position)), (ranks) => {
        const score = scoreOf(ranks)
        return score >= 0 && score <= 100
      }),
    )
    expect(scoreOf([1, 1, 1])).toBe(100)
    expect(scoreOf([0, 0])).toBe(0)
    expect(scoreOf([])).toBe(0)
  })

  it('never falls when a keyword ranks better, and rises when that is on the first page', () => {
    fc.assert(
      fc.property(fc.array(position, { maxLength: 50 }), position, fc.integer({ min: 1, max: 120 }), (rest, a, b) => {
        const [better, worse] = a === 0 || a > b ? [b, a] : [a, b]
        return scoreOf([...rest, better]) >= scoreOf([...rest, worse])
      }),
    )
    for (let place = 1; place < 10; place++) expect(scoreOf([place, 5])).toBeGreaterThan(scoreOf([place + 1, 5]))
  })

  it('does not change by keywords that were never looked at, nor by the order', () => {
    fc.assert(
      fc.property(fc.array(position), fc.nat(5), (ranks, unknown) => {
        const more = [...Array(unknown).fill(null), ...[...ranks].reverse()]
        return scoreOf(more) === scoreOf(ranks)
      }),
    )
  })

  it('is the mean of the keywords where no two share a phrase', () => {
    fc.assert(
      fc.property(fc.array(position, { minLength: 1 }), (ranks) => {
        const clicks = ranks.reduce((sum, rank) => sum + clickRate(rank), 0)
        return scoreOf(ranks) === Math.round((10_000 * clicks) / (ranks.length * clickRate(1))) / 100
      }),
    )
  })

  it('weighs a phrase the same in one city as in five: its keywords are a mean', () => {
    const cities = [2, 2, 2, 2, 2].map((rank) => one(rank, 'cities'))
    expect(visibilityScore([...cities, one(9, 'alone')])).toBe(scoreOf([2, 9]))
    expect(visibilityScore([one(1, 'twice'), one(0, 'twice'), one(null, 'twice'), one(1, 'alone')])).toBe(75)
  })
})
