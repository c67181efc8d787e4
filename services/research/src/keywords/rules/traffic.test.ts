import { clickRate } from '@rts/shared/clicks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { curveOf, totalTraffic, trafficOf, trafficValue } from './traffic.ts'

const row = fc.record({
  volume: fc.option(fc.nat(1_000_000)),
  cpc: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  position: fc.option(fc.nat(110)),
})

it('is volume × click rate; not found earns nothing, unknown stays unknown', () => {
  expect(trafficOf(clickRate, { volume: 1_000, position: 1 })).toBeCloseTo(276)
  expect(trafficOf(clickRate, { volume: 1_000, position: 0 })).toBe(0)
  expect(trafficOf(clickRate, { volume: null, position: 1 })).toBeNull()
  expect(trafficOf(clickRate, { volume: 1_000, position: null })).toBeNull()
})

it('sums are null where nothing is known, and rows of unknown figures change none', () => {
  expect(totalTraffic(clickRate, [{ volume: null, cpc: 1, position: 1 }])).toBeNull()
  expect(trafficValue(clickRate, [{ volume: 100, cpc: null, position: 1 }])).toBeNull()
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const unknown = { volume: null, cpc: null, position: 1 }
      expect(totalTraffic(clickRate, [...rows, unknown])).toBe(totalTraffic(clickRate, rows))
      expect(trafficValue(clickRate, [...rows, unknown])).toBe(trafficValue(clickRate, rows))
    }),
  )
})

it('a better place never earns less', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 110 }), (volume, place) => {
      expect(trafficOf(clickRate, { volume, position: place })).toBeGreaterThanOrEqual(
        trafficOf(clickRate, { volume, position: place + 1 }) ?? 0,
      )
    }),
  )
})

const rates = fc
  .array(fc.double({ min: 0.01, max: 40, noNaN: true }), { minLength: 1, maxLength: 20 })
  .map((all) => all.sort((a, b) => b - a))

it('has the usual click rates where none are given', () => {
  expect(curveOf(null)).toBe(clickRate)
})

it('has the given click rates at their places, and never rises behind them', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 200 }), (given, place) => {
      const curve = curveOf(given)
      if (place <= given.length) expect(curve(place)).toBe(given[place - 1])
      expect(curve(place + 1)).toBeLessThanOrEqual(curve(place))
      expect(curve(0)).toBe(0)
    }),
  )
})
