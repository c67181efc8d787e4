import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apart } from './apart.ts'

const places = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 12 })

describe('labels that are pushed apart', () => {
  it('stay where they want to be if they do not overlap', () => {
    expect(apart([100, 20, 60], 15, 0, 200)).toEqual([100, 20, 60])
  })

  it('make room to both sides equally, and stay in the picture', () => {
    expect(apart([100, 100], 20, 0, 200)).toEqual([90, 110])
    expect(apart([0, 0], 20, 0, 200)).toEqual([0, 20])
    expect(apart([200, 199], 20, 0, 200)).toEqual([200, 180])
  })

  it('never overlap, keep their order and fit, whatever they want', () => {
    fc.assert(
      fc.property(places, (wanted) => {
        const found = apart(wanted, 15, 0, 200)
        const order = wanted
          .map((place, i) => ({ place, at: found[i] ?? Number.NaN }))
          .sort((a, b) => a.place - b.place || a.at - b.at)
        for (const [i, { at }] of order.entries()) {
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(200)
          expect(at - (order[i - 1]?.at ?? -15)).toBeGreaterThanOrEqual(15 - 1e-9)
        }
      }),
    )
  })
})
