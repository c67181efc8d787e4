import { expect, it } from 'vitest'
import { clickRate } from './clicks.ts'

it.each([false, true])(
  'every place earns more than the next, and not found earns nothing; below an answer: %j',
  (ai) => {
    for (let place = 1; place < 200; place++) expect(clickRate(place, ai)).toBeGreaterThan(clickRate(place + 1, ai))
    expect(clickRate(200, ai)).toBeGreaterThan(0)
    expect(clickRate(0, ai)).toBe(0)
  },
)

it('the first page is what the study measured, and no place earns a smaller part of the one above it than there', () => {
  expect([1, 2, 10].map((place) => clickRate(place))).toEqual([27.6, 15.8, 2.4])
  for (let place = 1; place < 100; place++)
    expect(clickRate(place) / clickRate(place + 1)).toBeLessThanOrEqual(27.6 / 15.8 + 1e-9)
})

it('below an AI Overview a place loses what the study measured; where that is unknown it loses nothing', () => {
  const lost = (place: number) => 1 - clickRate(place, true) / clickRate(place)
  const measured = [1, 2, 3, 10].map(lost)
  for (const [i, part] of [0.58, 0.508, 0.464, 0.194].entries()) expect(measured[i]).toBeCloseTo(part, 10)
  expect(clickRate(3, null)).toBe(clickRate(3))
})
