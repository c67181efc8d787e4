import { clickRate } from '@rts/shared/clicks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { curveOf } from './curve.ts'

const rates = fc
  .array(fc.double({ min: 0.01, max: 40, noNaN: true }), { minLength: 1, maxLength: 20 })
  .map((all) => all.sort((a, b) => b - a))

it('is the usual one without rates of its own', () => {
  expect(curveOf(null)).toBe(clickRate)
})

it('has the given rates at their places, and never rises behind them', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 200 }), (given, place) => {
      const curve = curveOf(given)
      if (place <= given.length) expect(curve(place)).toBe(given[place - 1])
      expect(curve(place + 1)).toBeLessThanOrEqual(curve(place))
      expect(curve(0)).toBe(0)
    }),
  )
})
