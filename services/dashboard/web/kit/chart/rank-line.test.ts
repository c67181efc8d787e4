import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  depthChanges,
  dropsOf,
  failedOn,
  momentsOf,
  pointOn,
  type RankPoint,
  rankAxis,
  stretchesOf,
  urlChanges,
} from './rank-line.ts'
import { nearest } from './time-plot.ts'

const day = 86_400_000
const point = (at: number, position: number, url: string | null = '/', reach = 1): RankPoint => ({
  at: at * day,
  position,
  url,
  reach,
})
const positionsOf = (stretches: RankPoint[][]) => stretches.map((stretch) => stretch.map(({ position }) => position))

describe('a line of ranks', () => {
  it('joins neighbours, and nothing over a day that is missing, or on which the site was not found', () => {
    const seen = [point(1, 4), point(2, 5), point(4, 6), point(5, 0), point(6, 7)]
    expect(positionsOf(stretchesOf(seen))).toEqual([[4, 5], [6], [7]])
  })

  it('joins what was checked weekly and what is checked daily, each as its own rhythm had it', () => {
    const weekly = [1, 8, 15].map((at) => point(at, 4, '/', 10))
    const daily = [16, 17, 19, 26].map((at) => point(at, 5))
    expect(positionsOf(stretchesOf([...weekly, ...daily]))).toEqual([[4, 4, 4, 5, 5], [5], [5]])
  })

  it('has each found position once, in order, and invents none', () => {
    const checks = fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 9 }),
        position: fc.integer({ min: 0, max: 100 }),
        reach: fc.integer({ min: 1, max: 10 }),
      }),
    )
    fc.assert(
      fc.property(checks, (given) => {
        let at = 0
        const points = given.map(({ gap, position, reach }) => {
          at += gap
          return point(at, position, '/', reach)
        })
        const stretches = stretchesOf(points)
        expect(stretches.flat()).toEqual(points.filter(({ position }) => position > 0))
        for (const stretch of stretches)
          for (const [i, one] of stretch.entries())
            expect(one.at - (stretch[i - 1]?.at ?? one.at)).toBeLessThanOrEqual((stretch[i - 1]?.reach ?? 0) * day)
      }),
    )
  })

  it('names the checks at which another page was found', () => {
    const seen = [
      point(1, 4, '/a'),
      point(2, 4, '/a'),
      point(3, 0, null),
      point(4, 4, '/b'),
      point(5, 4, null),
      point(6, 3, '/b'),
    ]
    expect(urlChanges(seen).map(({ at }) => at / day)).toEqual([4])
  })

  it('names the checks whose depth makes them not compare with the one before, and falls or rises there no more', () => {
    const checks = [
      [45, 100],
      [0, 20],
      [0, 20],
      [15, 40],
      [0, 100],
      [45, null],
      [30, 50],
    ] as const
    const seen = checks.map(([position, depth], i) => ({ ...point(i, position), depth }))
    expect(depthChanges(seen).map(({ at }) => at / day)).toEqual([1])
    expect(dropsOf(seen).map(([from]) => from.at / day)).toEqual([2, 3, 4])
    expect(depthChanges([point(1, 4), point(2, 0)])).toEqual([])
  })

  it('falls to the lane and rises from it only while the check before counts', () => {
    const seen = [point(1, 4), point(2, 0), point(3, 0), point(4, 7), point(9, 0)]
    expect(dropsOf(seen).map(([from, to]) => [from.at / day, to.at / day])).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('is read day by day: the last check of a day counts, and a failed one says so', () => {
    const line = { id: 'a', name: 'a', points: [point(1.2, 4), point(1.7, 5)], failures: [2.5 * day] }
    expect(momentsOf([line, { ...line, points: [point(2.9, 1)], failures: [] }]).map((at) => at / day)).toEqual([
      1.7, 2.9,
    ])
    expect(pointOn(line, 1.1 * day)?.position).toBe(5)
    expect([pointOn(line, 2.9 * day), failedOn(line, 2.9 * day), failedOn(line, 1.7 * day)]).toEqual([
      undefined,
      true,
      false,
    ])
  })

  it('the nearest moment is the one that is pointed at', () => {
    expect([nearest([1, 5], 2), nearest([1, 5], 4), nearest([], 0)]).toEqual([0, 1, -1])
  })
})

describe('an axis of ranks', () => {
  it('has 1 at the top, and gives more room to better places', () => {
    const { y } = rankAxis([30], 300)
    expect(y(1)).toBe(0)
    expect(y(2) - y(1)).toBeGreaterThan(y(20) - y(19))
  })

  it('that is linear has equal steps, and names no rung where there is no room for it', () => {
    const { y, rungs } = rankAxis([100], 204, 'linear')
    expect(y(3) - y(2)).toBeCloseTo(y(43) - y(42))
    expect([y(1), y(100), rungs]).toEqual([0, 204, [1, 10, 20, 30, 50, 100]])
  })

  it('reaches the first rung that holds all positions, and the first page always', () => {
    expect([[3], [11], [20], [21], [100], []].map((positions) => rankAxis(positions, 100).deepest)).toEqual([
      10, 20, 20, 30, 100, 10,
    ])
    expect(rankAxis([120], 100).deepest).toBe(120)
    expect(rankAxis([12], 100).rungs).toEqual([1, 2, 3, 5, 10, 20])
  })
})
