import { expect, it } from 'vitest'
import { clickRate } from './clicks.ts'

it('every place earns more than the next, and not found earns nothing', () => {
  for (let place = 1; place < 200; place++) expect(clickRate(place)).toBeGreaterThan(clickRate(place + 1))
  expect(clickRate(200)).toBeGreaterThan(0)
  expect(clickRate(0)).toBe(0)
})

it('the second page as a whole is what the study measured', () => {
  const places = Array.from({ length: 10 }, (_, i) => clickRate(i + 11))
  expect(places.reduce((sum, rate) => sum + rate)).toBeCloseTo(0.63, 10)
})
